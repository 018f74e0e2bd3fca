import 'server-only';

/** Direction of money, judged from everything a line tells: pure, used by every statement reader. */

export type Direction = 'in' | 'out';
/** Why no sign can be given. */
export type DirectionDoubt = 'untold' | 'disagree';

const IN =
  /^(?:increment|increase|credit|credited|credito|crédito|cr|in|incoming|inbound|inflow|entrada|received|receive|c|plus|\+|1|cashin|moneyin|positive)$/;
const OUT =
  /^(?:decrement|decrease|debit|debited|debito|débito|dr|db|out|outgoing|outbound|outflow|saida|saída|sent|send|d|minus|-|−|-1|cashout|moneyout|negative)$/;

const bare = (word: string) =>
  word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '');

/** A word that says nothing but which way; null for every other word. */
export function directionWord(word: string | null): Direction | null {
  if (word === null) return null;
  if (IN.test(bare(word))) return 'in';
  return OUT.test(bare(word)) ? 'out' : null;
}

const TOKENS_IN = new Set('credit credited incoming inbound received entrada credito'.split(' '));
const TOKENS_OUT = new Set('debit debited outgoing outbound sent saida debito'.split(' '));
const GAVE_BACK = /REFUND|REVERS|RETURN|CANCEL|CHARGEBACK|ESTORNO|DEVOLU|RELEASE|UNBLOCK/;
const COMES = /DEPOSIT|CASH_?IN/;
const GOES = /WITHDRAW|PAYOUT|CASH_?OUT|(?:^|_)(?:FEE|TARIFF|TAX|TARIFA)(?:_|$)/;

/** Direction by a line's type alone: `TRANSFER_SENT`, `PIX_DEPOSIT`. Money given back tells none. */
function directionOfType(type: string | null): Direction | null {
  if (type === null) return null;
  const word = type.toUpperCase().replace(/[^A-Z]+/g, '_');
  const tokens = word.toLowerCase().split('_');
  const at = tokens.findIndex((token) => TOKENS_IN.has(token) || TOKENS_OUT.has(token));
  const token = tokens[at] ?? '';
  // A credit card is no credit.
  if (at >= 0 && tokens[at + 1] !== 'card') return TOKENS_IN.has(token) ? 'in' : 'out';
  if (GAVE_BACK.test(word) || COMES.test(word) === GOES.test(word)) return null;
  return COMES.test(word) ? 'in' : 'out';
}

export type Told = {
  /** Every word that may name the way. */
  words: readonly (string | null)[];
  type: string | null;
  /** The amount as it came, signed or not. */
  cents: number;
  /** Balance before and after, where the line tells both. */
  before: number | null;
  after: number | null;
  /** Direction of a documented type; undefined when the type is not documented. */
  documented?: Direction | undefined;
  /** True when this list writes a minus on outgoing money: then a missing minus means incoming. */
  signs: boolean;
};

/**
 * The way of a line. A word, the balances and a minus are proof and must agree; without any of them its type and (in a
 * list that writes signs) the absence of a minus are, and must agree too. A sign is right or absent.
 */
export function directionOf(told: Told): Direction | { doubt: DirectionDoubt } {
  const { cents, before, after, type } = told;
  const moved = before === null || after === null ? 0 : after - before;
  const balances: Direction | null = moved === 0 ? null : moved > 0 ? 'in' : 'out';
  // Another line may have come between: only the very amount proves.
  const exact = Math.abs(moved) === Math.abs(cents);
  const proof: (Direction | null)[] = [
    ...told.words.map(directionWord),
    exact ? balances : null,
    cents < 0 ? 'out' : null,
  ];
  const hints: (Direction | null)[] = [
    told.documented ?? directionOfType(type),
    balances,
    told.signs ? 'in' : null,
  ];
  return agreed(proof) ?? agreed(hints) ?? { doubt: 'untold' };
}

/** The way of a transfer, by a word for it or by its type; its amount has no sign. */
export function wayOfTransfer(words: readonly (string | null)[], type: string | null): Direction | 'untold' {
  const told = agreed(words.map((word) => directionWord(word) ?? directionOfType(word)));
  const way = told ?? directionWord(type) ?? directionOfType(type);
  return typeof way === 'string' ? way : 'untold';
}

function agreed(told: readonly (Direction | null)[]): Direction | { doubt: 'disagree' } | null {
  const ways = new Set(told.filter((way) => way !== null));
  if (ways.size > 1) return { doubt: 'disagree' };
  return [...ways][0] ?? null;
}

/** The amount with its sign; where the way is in doubt, without one and beside it. */
export function signedAmount(told: Told): {
  amount: number | null;
  amountUnsigned?: number;
  directionDoubt?: DirectionDoubt;
} {
  const size = Math.abs(told.cents);
  if (size === 0) return { amount: 0 };
  const way = directionOf(told);
  if (typeof way === 'string') return { amount: way === 'in' ? size : -size };
  return { amount: null, amountUnsigned: size, directionDoubt: way.doubt };
}
