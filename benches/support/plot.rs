//! A plot of times over sizes as SVG text, with a logarithmic axis.

/// A line of the plot: its name, and for each size a time in seconds.
pub struct Series {
    pub name: String,
    pub points: Vec<(usize, f64)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 60.0;
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#56b4e9", "#e69f00", "#8c8c8c"];

/// The plot; sizes go from the smallest to the largest, times by powers of ten.
pub fn svg(title: &str, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let low = points().map(|point| point.0).min().unwrap_or(0) as f64;
    let high = points().map(|point| point.0).max().unwrap_or(1) as f64;
    let decade = |time: f64| time.max(1e-9).log10();
    let bottom = points().map(|point| decade(point.1)).fold(f64::INFINITY, f64::min).floor();
    let top = points().map(|point| decade(point.1)).fold(f64::NEG_INFINITY, f64::max).ceil().max(bottom + 1.0);
    let x = |size: f64| MARGIN + (size - low) / (high - low).max(1.0) * (WIDTH - 3.0 * MARGIN);
    let y = |level: f64| HEIGHT - MARGIN - (level - bottom) / (top - bottom) * (HEIGHT - 2.0 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"30\" font-size=\"15\">{title}</text>\n"
    );
    let mut add = |line: String| text.push_str(&(line + "\n"));
    for step in 0..=(top - bottom) as i32 {
        let level = bottom + f64::from(step);
        let (at, right) = (y(level), x(high));
        add(format!("<line x1=\"{MARGIN}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>"));
        add(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            MARGIN - 6.0,
            at + 4.0,
            label(level as i32)
        ));
    }
    let mut sizes: Vec<usize> = points().map(|point| point.0).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let at = x(size as f64);
        add(format!(
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}x{size}</text>",
            HEIGHT - MARGIN + 18.0
        ));
    }
    for (index, Series { name, points }) in series.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let line: Vec<String> =
            points.iter().map(|(size, time)| format!("{:.1},{:.1}", x(*size as f64), y(decade(*time)))).collect();
        add(format!("<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>", line.join(" ")));
        let at = MARGIN + 18.0 * index as f64;
        add(format!("<text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{color}\">{name}</text>", WIDTH - 1.9 * MARGIN));
    }
    text.push_str("</svg>\n");
    text
}

/// A power of ten seconds.
fn label(power: i32) -> String {
    let of = |unit: &str, power: i32| format!("{} {unit}", 10_i64.pow(power.unsigned_abs()));
    match power {
        ..=-7 => format!("1e{power} s"),
        -6..=-4 => of("µs", power + 6),
        -3..=-1 => of("ms", power + 3),
        _ => of("s", power),
    }
}
