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

/** Words that deny a state; some of them from inside its first word. */
const DENIERS = ['not', 'not yet', 'non', 'no', 'never', 'não', 'sem', 'un', 'to be', 'yet to be'];
const INSIDE: readonly (readonly [prefix: string, stem: RegExp])[] = [
  ['un', /^(?:paid|settled|captured|confirmed|successful|approved|verified|answered|finished|refunded)/],
  ['un', /^(?:cancelled|returned|completed|authorized|resolved|replied|closed|available|generated)/],
  ['dis', /^approved/],
  ['in', /^(?:complete|conclu)/],
];

/** `core` denied: in front of it or inside its word. */
export function deniedWordBy(random: Random, core: string, before: readonly string[] = ['']) {
  const inside = INSIDE.filter(([, stem]) => stem.test(core)).map(([prefix]) => `${prefix}${core}`);
  const denied = random.pick([...DENIERS.map((denier) => `${denier} ${core}`), ...inside]);
  return stateWordBy(random, before, denied);
}

/** States whose denial is reported, by the table that would read them undenied. */
export const DENIABLE = {
  money: [
    ...['paid', 'completed', 'complete', 'confirmed', 'settled', 'captured', 'approved', 'concluido', 'pago'],
    ...['success', 'successful', 'credited', 'finished', 'posted', 'booked', 'liquidated', 'done'],
    ...['refunded', 'reversed', 'returned', 'estornado', 'devolvido', 'partially refunded', 'cancelled'],
  ],
  card: [
    'captured',
    'paid',
    'settled',
    'completed',
    'refunded',
    'reversed',
    'voided',
    'authorized',
    'approved',
  ],
  job: ['completed', 'done', 'ready', 'finished', 'generated', 'available', 'success', 'successful'],
  dispute: [
    ...[
      'answered',
      'defended',
      'responded',
      'replied',
      'contested',
      'respondida',
      'defense sent',
      'answer sent',
    ],
    ...['closed', 'finished', 'resolved', 'cancelled', 'settled', 'completed', 'encerrada', 'finalizada'],
  ],
  check: ['verified', 'approved', 'successful', 'passed', 'confirmed', 'aprovado', 'done'],
} as const;

/** An attempt that came to nothing: the thing itself did not happen. */
export const VAIN = {
  refund: ['refund failed', 'refund canceled', 'reversal rejected', 'chargeback denied', 'estorno recusado'],
  cancellation: ['cancellation rejected', 'cancellation failed', 'void failed', 'cancelamento recusado'],
};
