export type KnownBlock = { blocked: boolean; operations: readonly string[] };

/** Pages whose forms ask for an operation, and the provider's words for it. */
const WORDS_OF = {
  charges: ['payment', 'deposit', 'charge', 'cashin'],
  withdrawals: ['withdraw', 'withdrawal', 'externalpayment', 'payout', 'cashout'],
  transfers: ['internaltransfer', 'transfer'],
  refunds: ['refund', 'paymentrefund', 'depositrefund'],
  keys: ['pixkey', 'pixkeys'],
} as const;
export type BlockedForm = keyof typeof WORDS_OF;
const KNOWN_WORDS = new Set<string>(Object.values(WORDS_OF).flat());

/** Tells if the block refuses this form's operation; an unknown word may mean it. */
export function blocksForm({ blocked, operations }: KnownBlock, form: BlockedForm): boolean {
  if (!blocked) return false;
  const words = operations.map((word) => word.replace(/[^a-z]/gi, '').toLowerCase());
  const own: readonly string[] = WORDS_OF[form];
  return words.length === 0 || words.some((word) => own.includes(word) || !KNOWN_WORDS.has(word));
}
