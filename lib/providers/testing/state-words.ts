import type { Random } from '#lib/providers/testing/spelled.ts';

/** Words of states that no document has, made of parts by seed. */

export const WORD_CASES: readonly ((words: string[]) => string)[] = [
  (words) => words.join('_').toUpperCase(),
  (words) => words.join('-'),
  (words) => words.join(' '),
  (words) =>
    words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
];

export const stateWordBy = (
  random: Random,
  before: readonly string[],
  core: string,
  after: readonly string[] = [''],
) =>
  random.pick(WORD_CASES)(
    [random.pick(before), ...core.split(' '), random.pick(after)].filter((part) => part !== ''),
  );

const MONEY = {
  COMPLETED: ['completed', 'confirmed', 'settled', 'paid', 'captured', 'approved', 'concluido', 'success'],
  PENDING: ['pending', 'processing', 'in review', 'in analysis', 'awaiting payment', 'scheduled'],
  ERROR: ['declined', 'denied', 'refused', 'failed', 'not authorized', 'rejected', 'recusado', 'unpaid'],
  CANCELED: ['cancelled', 'canceled', 'voided', 'aborted'],
  EXPIRED: ['expired', 'timed out'],
  REFUNDED: ['refunded', 'reversed', 'returned', 'estornado'],
  WAITING_FOR_REFUND: [
    ...['waiting for refund', 'pending reversal', 'partial refund pending', 'refund pending'],
    ...['refunding', 'reversal in progress', 'em devolução', 'estorno pendente'],
  ],
  PARTIALLY_REFUNDED: [
    ...['partially refunded', 'partly refunded', 'partial reversal', 'refunded partially'],
    ...['reversed in part', 'estornado parcialmente', 'parcialmente devolvido'],
  ],
};
export type MoneyWord = keyof typeof MONEY;
export const MONEY_WORDS = Object.keys(MONEY) as MoneyWord[];

/** A service's word for what document 1 calls `meaning`. */
export const moneyWordBy = (random: Random, meaning: MoneyWord) =>
  stateWordBy(random, ['', 'payment', 'pix', 'operation'], random.pick(MONEY[meaning]), [
    ...['', '', 'by bank', 'v2'],
  ]);
