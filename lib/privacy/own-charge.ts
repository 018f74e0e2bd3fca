/** Document 1's and document 2's words for a payment that the account itself asked for. Pure. */
const OWN_CHARGES = new Set<unknown>(['DEPOSIT', 'PAYMENT']);

/**
 * Tells if a payment's code is the account's own, made to be handed out. Of any other word, and where nobody tells
 * which way the money goes, the code may hold somebody else's key and name.
 */
export const isOwnCharge = ({ type, way }: { type?: unknown; way?: unknown }): boolean =>
  OWN_CHARGES.has(type) && way !== 'out' && way !== 'untold';
