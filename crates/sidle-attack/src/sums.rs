//! Sums of counts.

/// Adds the named fields of one value to those of another.
macro_rules! add_fields {
    ($from:ident => $to:ident: $($field:ident),+ $(,)?) => {
        $($to.$field += $from.$field;)+
    };
}
