/** Rows that are named in an address: so many ids have room in one. */
export const MOST_CHOSEN = 200;
/** Rows that a body may name. The list is read from its top as far as they lie: more would cost the account. */
export const MOST_EXPORTED = 1_000;
