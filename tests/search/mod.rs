//! The search against the plain reference.

mod certificates;
mod columns;
mod explain;
mod gangs;
mod limits;
mod linked;
mod oracle;
mod over_planeswalkers;
mod planner;
mod several;
mod several_held;
mod statistics;
mod top;
