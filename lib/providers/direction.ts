import 'server-only';
import { perWord, plainWord } from '#lib/core/status/plain-word.ts';

/** Direction of money, judged from everything a line tells: pure, used by every statement reader. */

export type Direction = 'in' | 'out';
/** Why no sign can be given. */
export type AmbiguousDirection = 'untold' | 'disagree';

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

const TOKENS_IN = new Set(
  'credit credited incoming inbound received entrada credito recebido recebida recebimento'.split(' '),
);
const TOKENS_OUT = new Set(
  'debit debited outgoing outbound sent saida debito enviado enviada envio'.split(' '),
);
const GAVE_BACK = /REFUND|REVERS|RETURN|CANCEL|CHARGEBACK|ESTORNO|DEVOLU|RELEASE|UNBLOCK/;
const COMES = /DEPOSIT|CASH_?IN|(?:PIX|MONEY|PAY)_?IN(?:_|$)/;
const GOES_AS_MONEY = /WITHDRAW|SAQUE|PAY_?OUT|CASH_?OUT|(?:PIX|MONEY)_?OUT(?:_|$)/;
const FEE = /(?:^|_)(?:FEE|TARIFF|TAX|TARIFA)(?:_|$)/;

/** By a part of the word that says nothing but the way. */
function tokenWay(word: string): Direction | null {
  const tokens = word.toLowerCase().split('_');
  const at = tokens.findIndex((token) => TOKENS_IN.has(token) || TOKENS_OUT.has(token));
  // A credit card is no credit.
  if (at < 0 || tokens[at + 1] === 'card') return null;
  return TOKENS_IN.has(tokens[at] ?? '') ? 'in' : 'out';
}

/** Direction by a line's type alone: `TRANSFER_SENT`, `PIX_DEPOSIT`. Money given back tells none. */
function directionOfType(type: string | null): Direction | null {
  if (type === null) return null;
  const word = plainWord(type);
  const token = tokenWay(word);
  if (token !== null) return token;
  const goes = GOES_AS_MONEY.test(word) || FEE.test(word);
  if (GAVE_BACK.test(word) || COMES.test(word) === goes) return null;
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
export function directionOf(told: Told): Direction | { doubt: AmbiguousDirection } {
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
export function directionOfTransfer(
  words: readonly (string | null)[],
  type: string | null,
): Direction | 'untold' {
  const told = agreed(words.map((word) => directionWord(word) ?? directionOfType(word)));
  const way = told ?? directionWord(type) ?? directionOfType(type);
  return typeof way === 'string' ? way : 'untold';
}

/** Document 1's words for what a transaction is, and which way its money goes; two of them have none. */
const DIRECTION_OF_KIND = { DEPOSIT: 'in', WITHDRAW: 'out', COMMISSION: 'in' } as const;
const WITHOUT_DIRECTION = new Set(['LIQUIDATION', 'ADJUSTMENT']);
const COMMISSION = /COMMISSION|COMISSAO/;
/** Parts of a type that say only how money moves: beside one of them a word for the way says what it is. */
const HOW = new Set(
  'pix ted doc payment pagamento transfer transferencia internal external bank slip boleto transaction instant in out c d cr dr db plus minus'.split(
    ' ',
  ),
);

/** The kind that a type names by itself, in any spelling. */
function kindIn(type: string): keyof typeof DIRECTION_OF_KIND | null {
  const word = plainWord(type);
  if (GAVE_BACK.test(word) || FEE.test(word)) return null;
  const comes = COMES.test(word);
  const goes = GOES_AS_MONEY.test(word);
  const named = [
    COMMISSION.test(word) ? ('COMMISSION' as const) : null,
    comes ? ('DEPOSIT' as const) : null,
    goes ? ('WITHDRAW' as const) : null,
  ].filter((kind) => kind !== null);
  const [kind] = named;
  if (kind === undefined || named.length > 1) return null;
  // A part that says the other way makes it something else: a withdrawal that was credited again.
  return tokenWay(word) === null || tokenWay(word) === DIRECTION_OF_KIND[kind] ? kind : null;
}

/** The way of what document 1 calls so, in any spelling: DEPOSIT, WITHDRAW, COMMISSION. */
export function directionOfKind(type: string): Direction | undefined {
  const kind = kindIn(type);
  return kind === null ? undefined : DIRECTION_OF_KIND[kind];
}

const saysOnlyHow = (type: string | null): boolean =>
  type === null ||
  directionWord(type) !== null ||
  plainWord(type)
    .toLowerCase()
    .split('_')
    .every((part) => HOW.has(part) || TOKENS_IN.has(part) || TOKENS_OUT.has(part));

export type TransactionType = {
  /** Document 1's word where the meaning is known, else the service's own. */
  type: string | null;
  /** The service's word where it is another one. */
  typeSaid?: string;
  /** Only where `type` does not say it. */
  way?: Direction | 'untold';
};

/** A transaction's kind and way: by the word for its kind, then by a word for the way (`words`: those beside it). */
export const typeOfTransaction = (said: string | null, words: readonly (string | null)[]): TransactionType =>
  typeBy(JSON.stringify([said, ...words]));

const typeBy = perWord((told) => {
  const [said = null, ...words] = JSON.parse(told) as (string | null)[];
  return readType(said, words);
});

function readType(said: string | null, words: readonly (string | null)[]): TransactionType {
  const word = plainWord(said ?? '');
  const own = said === null ? null : kindIn(said);
  const ofType = own === null ? (directionWord(said) ?? directionOfType(said)) : DIRECTION_OF_KIND[own];
  const ways = [ofType, ...words.map((one) => directionWord(one) ?? directionOfType(one))];
  const told = agreed(ways);
  const way = typeof told === 'string' ? told : 'untold';
  const byWay = way === 'untold' || !saysOnlyHow(said) ? null : way === 'in' ? 'DEPOSIT' : 'WITHDRAW';
  const kind = own ?? byWay;
  const type = kind ?? (WITHOUT_DIRECTION.has(word) ? word : said);
  return {
    type,
    ...(said === null || type === said || word === type ? {} : { typeSaid: said }),
    ...(kind !== null && DIRECTION_OF_KIND[kind] === way ? {} : { way }),
  };
}

/** Tells if a row says which way its money went, or what of document 1 it is that has none. */
export const hasDirection = ({
  type,
  way,
}: {
  type: string | null;
  way?: Direction | 'untold' | undefined;
}) => way !== 'untold' || WITHOUT_DIRECTION.has(type ?? '');

function agreed(told: readonly (Direction | null)[]): Direction | { doubt: 'disagree' } | null {
  const ways = new Set(told.filter((way) => way !== null));
  if (ways.size > 1) return { doubt: 'disagree' };
  return [...ways][0] ?? null;
}

/** The amount with its sign; where the way is in doubt, without one and beside it. */
export function signedAmount(told: Told): {
  amount: number | null;
  amountUnsigned?: number;
  directionDoubt?: AmbiguousDirection;
} {
  const size = Math.abs(told.cents);
  if (size === 0) return { amount: 0 };
  const way = directionOf(told);
  if (typeof way === 'string') return { amount: way === 'in' ? size : -size };
  return { amount: null, amountUnsigned: size, directionDoubt: way.doubt };
}
