import 'server-only';
import { perWord, plainWord } from '#lib/core/status/plain-word.ts';

/** Finds the direction of money from all fields of a line. Pure; every statement reader uses it. */

export type Direction = 'in' | 'out';
/** Why no sign is known: no field shows the direction, or two fields contradict each other. */
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

/** The direction of a word that means only a direction; null for every other word. */
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

/** The direction of a word by its first part that means only a direction. */
function directionOfToken(word: string): Direction | null {
  const tokens = word.toLowerCase().split('_');
  const at = tokens.findIndex((token) => TOKENS_IN.has(token) || TOKENS_OUT.has(token));
  // `credit_card` is no credit.
  if (at < 0 || tokens[at + 1] === 'card') return null;
  return TOKENS_IN.has(tokens[at] ?? '') ? 'in' : 'out';
}

/** Direction by a line's type alone: `TRANSFER_SENT`, `PIX_DEPOSIT`. Returned money has none. */
function directionOfType(type: string | null): Direction | null {
  if (type === null) return null;
  const word = plainWord(type);
  const token = directionOfToken(word);
  if (token !== null) return token;
  const goes = GOES_AS_MONEY.test(word) || FEE.test(word);
  if (GAVE_BACK.test(word) || COMES.test(word) === goes) return null;
  return COMES.test(word) ? 'in' : 'out';
}

export type DirectionFacts = {
  /** Every word that may state the direction. */
  words: readonly (string | null)[];
  type: string | null;
  /** The amount as sent, signed or not. */
  cents: number;
  /** Balances before and after the line in cents, if the line has both. */
  before: number | null;
  after: number | null;
  /** Direction of a documented type; undefined when the type is not documented. */
  documented?: Direction | undefined;
  /** True when this list writes a minus on outgoing money: then a missing minus means incoming. */
  signs: boolean;
};

/**
 * Words, balances and a minus are proof and must agree. Without proof, the type, the change of balance and a
 * missing minus (in a list that writes signs) decide, and must agree too.
 */
export function directionOf(facts: DirectionFacts): Direction | { ambiguity: AmbiguousDirection } {
  const { cents, before, after, type } = facts;
  const moved = before === null || after === null ? 0 : after - before;
  const balances: Direction | null = moved === 0 ? null : moved > 0 ? 'in' : 'out';
  // Another line may lie between the balances: only a difference of exactly this amount is proof.
  const exact = Math.abs(moved) === Math.abs(cents);
  const proof: (Direction | null)[] = [
    ...facts.words.map(directionWord),
    exact ? balances : null,
    cents < 0 ? 'out' : null,
  ];
  const hints: (Direction | null)[] = [
    facts.documented ?? directionOfType(type),
    balances,
    facts.signs ? 'in' : null,
  ];
  return agreed(proof) ?? agreed(hints) ?? { ambiguity: 'untold' };
}

/** The direction of a transfer, by a direction word or by its type; its amount has no sign. */
export function directionOfTransfer(
  words: readonly (string | null)[],
  type: string | null,
): Direction | 'untold' {
  const stated = agreed(words.map((word) => directionWord(word) ?? directionOfType(word)));
  const direction = stated ?? directionWord(type) ?? directionOfType(type);
  return typeof direction === 'string' ? direction : 'untold';
}

/** Document 1's transaction types and the direction of their money. */
const DIRECTION_OF_KIND = { DEPOSIT: 'in', WITHDRAW: 'out', COMMISSION: 'in' } as const;
const WITHOUT_DIRECTION = new Set(['LIQUIDATION', 'ADJUSTMENT']);
const COMMISSION = /COMMISSION|COMISSAO/;
/** Parts of a type that state only how money moves. Such a type gets its meaning from the direction. */
const HOW = new Set(
  'pix ted doc payment pagamento transfer transferencia internal external bank slip boleto transaction instant in out c d cr dr db plus minus'.split(
    ' ',
  ),
);

/** The kind that a type states by itself, in any spelling; null when it states none or several. */
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
  // A part with the opposite direction changes the meaning: a withdrawal that was credited again.
  return directionOfToken(word) === null || directionOfToken(word) === DIRECTION_OF_KIND[kind] ? kind : null;
}

/** The direction of document 1's types, in any spelling; undefined for other types. */
export function directionOfKind(type: string): Direction | undefined {
  const kind = kindIn(type);
  return kind === null ? undefined : DIRECTION_OF_KIND[kind];
}

const statesOnlyHow = (type: string | null): boolean =>
  type === null ||
  directionWord(type) !== null ||
  plainWord(type)
    .toLowerCase()
    .split('_')
    .every((part) => HOW.has(part) || TOKENS_IN.has(part) || TOKENS_OUT.has(part));

export type TransactionType = {
  /** Document 1's word if the meaning is known, else the service's own. */
  type: string | null;
  /** The service's own word, if it differs from `type`. */
  typeSaid?: string;
  /** Only if `type` does not imply it. */
  way?: Direction | 'untold';
};

/** A transaction's type and direction, from its type word and from its direction words (`words`). */
export const typeOfTransaction = (
  typeWord: string | null,
  words: readonly (string | null)[],
): TransactionType => typeBy(JSON.stringify([typeWord, ...words]));

const typeBy = perWord((input) => {
  const [typeWord = null, ...words] = JSON.parse(input) as (string | null)[];
  return readType(typeWord, words);
});

function readType(typeWord: string | null, words: readonly (string | null)[]): TransactionType {
  const word = plainWord(typeWord ?? '');
  const own = typeWord === null ? null : kindIn(typeWord);
  const ofType =
    own === null ? (directionWord(typeWord) ?? directionOfType(typeWord)) : DIRECTION_OF_KIND[own];
  const directions = [ofType, ...words.map((one) => directionWord(one) ?? directionOfType(one))];
  const stated = agreed(directions);
  const direction = typeof stated === 'string' ? stated : 'untold';
  const byDirection =
    direction === 'untold' || !statesOnlyHow(typeWord) ? null : direction === 'in' ? 'DEPOSIT' : 'WITHDRAW';
  const kind = own ?? byDirection;
  const type = kind ?? (WITHOUT_DIRECTION.has(word) ? word : typeWord);
  return {
    type,
    ...(typeWord === null || type === typeWord || word === type ? {} : { typeSaid: typeWord }),
    ...(kind !== null && DIRECTION_OF_KIND[kind] === direction ? {} : { way: direction }),
  };
}

/** Whether a row's direction is known, or its type has none in document 1. */
export const hasDirection = ({
  type,
  way,
}: {
  type: string | null;
  way?: Direction | 'untold' | undefined;
}) => way !== 'untold' || WITHOUT_DIRECTION.has(type ?? '');

function agreed(candidates: readonly (Direction | null)[]): Direction | { ambiguity: 'disagree' } | null {
  const directions = new Set(candidates.filter((direction) => direction !== null));
  if (directions.size > 1) return { ambiguity: 'disagree' };
  return [...directions][0] ?? null;
}

/** Cents with a sign. If the direction is ambiguous, `amount` is null and `amountUnsigned` has the size. */
export function signedAmount(facts: DirectionFacts): {
  amount: number | null;
  amountUnsigned?: number;
  directionDoubt?: AmbiguousDirection;
} {
  const size = Math.abs(facts.cents);
  if (size === 0) return { amount: 0 };
  const direction = directionOf(facts);
  if (typeof direction === 'string') return { amount: direction === 'in' ? size : -size };
  return { amount: null, amountUnsigned: size, directionDoubt: direction.ambiguity };
}
