//! Hash that names the contents of a build.

use std::collections::BTreeMap;

/// Returns the FNV-1a hash of names and contents, as hexadecimal text.
pub fn hash(parts: &BTreeMap<String, Vec<u8>>) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let all = parts.iter().flat_map(|(name, bytes)| name.as_bytes().iter().chain(bytes));
    format!("{:016x}", all.fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    #[test]
    fn hash_depends_on_contents() {
        let of = |name: &str, text: &str| super::hash(&[(name.into(), text.into())].into());
        assert_eq!(of("a", "b"), of("a", "b"));
        assert_ne!(of("a", "b"), of("a", "c"));
        // The published value of "foobar".
        assert_eq!(of("foo", "bar"), "85944171f73967e8");
    }
}
