/** While somebody else saves, what is typed here stays. */
export const TYPED_KEPT = { keepDirtyValues: true };

/** After saving or giving up, nothing typed does: without it a reset goes by the form's own options. */
export const NOTHING_KEPT = { keepDirtyValues: false };
