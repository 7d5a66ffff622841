//! Lists of whole numbers, mostly small ones, in few bytes: for states of which there may be a great many.

use smallvec::SmallVec;

/// Numbers in seven bits a byte, the lowest first, the signs in the lowest bit; the eighth says that more follow.
pub(super) type Packed = SmallVec<[u8; 36]>;

/// Whether more bytes of a number follow.
const MORE: u8 = 0x80;

/// Packs numbers: equal lists come to equal bytes, and no others do.
pub(super) fn pack(numbers: &[i64]) -> Packed {
    let mut packed = Packed::new();
    for number in numbers {
        // Near 0 on either side is small: 0, -1, 1, -2 …
        let mut rest = ((number << 1) ^ (number >> 63)).cast_unsigned();
        while rest >= u64::from(MORE) {
            packed.push(rest as u8 | MORE);
            rest >>= 7;
        }
        packed.push(rest as u8);
    }
    packed
}

/// The numbers again.
pub(super) fn unpack(packed: &Packed) -> impl Iterator<Item = i64> + '_ {
    let mut bytes = packed.iter();
    std::iter::from_fn(move || {
        let mut bits = 0u64;
        for place in 0.. {
            let byte = bytes.next()?;
            bits |= u64::from(byte & !MORE) << (7 * place);
            if byte & MORE == 0 {
                break;
            }
        }
        Some((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{pack, unpack};

    proptest! {
        #[test]
        fn what_is_packed_is_there_again(numbers in prop::collection::vec(prop_oneof![-70i64..70, any::<i64>()], 0..60)) {
            prop_assert_eq!(unpack(&pack(&numbers)).collect::<Vec<_>>(), numbers);
        }
    }

    #[test]
    fn small_numbers_take_a_byte_and_the_largest_ten() {
        assert_eq!(pack(&[0, -1, 1, 63, -64]).as_slice(), [0, 1, 2, 126, 127]);
        assert_eq!(pack(&[64, -65]).len(), 4);
        let ends = [i64::MAX, i64::MIN];
        assert_eq!((pack(&ends).len(), unpack(&pack(&ends)).collect::<Vec<_>>()), (20, ends.to_vec()));
    }
}
