import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { maskCardNumbers } from '#lib/core/masking/card-number.ts';
import {
  firstIn,
  isReversedLater,
  isStillToCome,
  negationIn,
  plainWord,
  type Reading,
} from '#lib/core/status/plain-word.ts';
import {
  asRecurrence,
  type WireCharge,
  type WireConversion,
  type WireRate,
  type WireRecurrence,
} from '#lib/providers/card/wire.ts';
import type { CardCharge, Conversion, ExchangeRate, Recurrence } from '#lib/providers/card-records.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, plainKey, wholeNumber } from '#lib/providers/fields.ts';
import { derivedId, hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';
import { named, UnreadableAnswer } from '#lib/providers/unwrap.ts';

/** creditCardPayment.status: all codes of the service's table. Only 2 is settled. */
const NAMES: Record<number, string> = {
  0: 'NotFinished',
  1: 'Authorized',
  2: 'PaymentConfirmed',
  3: 'Denied',
  10: 'Voided',
  11: 'Refunded',
  12: 'Pending',
  13: 'Aborted',
};

const CODES = new Map(Object.entries(NAMES).map(([code, name]) => [plainKey(name), Number(code)]));

/** Codes of other words. APPROVED is not captured: only 2 is settled. */
const MEANINGS: Reading<number> = [
  [3, /DECLIN|DENIED|REFUSED|REJECT|NEGAD|RECUSAD/],
  // The table has no code for a partial refund: the charge counts as captured.
  [2, /PART(?:LY|IAL(?:LY)?)_(?:REFUND|REVERS|VOID)|(?:REFUND|REVERS|VOID)[A-Z]*_PART(?:LY|IAL(?:LY)?)/],
  [11, /REFUND|REVERS|CHARGE_?BACK|ESTORNAD/],
  [10, /VOID|CANCEL/],
  [13, /ABORT/],
  // A processing error is not pending, so this comes before PROCESS.
  [0, /FAIL|ERROR|TIME_?OUT/],
  [12, /PENDING|WAITING|PROCESS|REVIEW|ANALYS/],
  [2, /CAPTURED|(?:^|_)PAID(?:_|$)|SETTLED|PAYMENT_?CONFIRMED|COMPLETED/],
  [1, /AUTHORI[SZ]ED|APPROVED/],
];

/** A negated word is never a captured, refunded or authorised charge. */
const DENIED: Reading<number> = [
  [3, /^(?:AUTHORI[SZ]|APPROV|PAID|PAG[OA]|ACCEPT)/],
  [0, /^(?:FINISH|COMPLET|CONCLU|SUCCE)/],
];

/** Codes that stay valid when their word stands before the negation: AUTHORIZED_NOT_CAPTURED. */
const STILL_VALID = new Set<number | null>([0, 1, 3, 12]);

function codeOf(word: string): number | null {
  const denial = negationIn(word);
  if (denial === null) {
    const code = firstIn(MEANINGS, word);
    // A captured charge stays captured until its refund is complete; the table has no code for a void in
    // progress.
    if (isReversedLater(word)) return code === 11 ? 2 : code === 10 ? null : code;
    return code;
  }
  const denied = firstIn(DENIED, denial.denied);
  if (isStillToCome(word)) return denied === null ? null : 12;
  const before = firstIn(MEANINGS, denial.before);
  return denied ?? (STILL_VALID.has(before) ? before : null);
}

/** Accepts a code, its name, or another word by its meaning (then in `reported`); others stay unchanged. */
export function statusOf(written: string | null): {
  statusCode: number | null;
  status: string | null;
  reported?: string;
} {
  if (written === null) return { statusCode: null, status: null };
  if (/^\d{1,4}$/.test(written)) {
    const statusCode = Number(written);
    return { statusCode, status: NAMES[statusCode] ?? null };
  }
  const known = CODES.get(plainKey(written));
  if (known !== undefined) return { statusCode: known, status: NAMES[known] ?? null };
  const statusCode = codeOf(plainWord(written));
  if (statusCode === null) return { statusCode, status: written };
  return { statusCode, status: NAMES[statusCode] ?? null, reported: written };
}

/** Converts what wire.ts read into records. Pure. No card data gets through. */

export function toCharge({ fields, other }: WireCharge): CardCharge {
  const { statusCode, status, reported } = statusOf(fields.paymentStatus ?? fields.status);
  const recurrence = isObject(fields.recurrence) ? asRecurrence(fields.recurrence).fields : null;
  return {
    id: fields.id ?? derivedId({ fields, other }),
    externalId: fields.externalId,
    amount: cents(fields.amount),
    paymentType: fields.paymentType,
    statusCode,
    status,
    reasonCode: wholeNumber(fields.reasonCode),
    reasonMessage: masked(fields.reasonMessage),
    returnCode: fields.returnCode,
    returnMessage: masked(fields.returnMessage),
    acquirerTransactionId: fields.acquirerTransactionId,
    installments: wholeNumber(fields.installments),
    refundedAmount: cents(fields.refundedAmount),
    customer: {
      name: fields.customerName,
      document: fields.customerDocument,
      documentType: fields.customerIdentityType,
      email: fields.customerEmail,
      phone: fields.customerPhone,
    },
    recurrenceId: fields.recurrenceId ?? recurrence?.id ?? null,
    recurrenceCycle: wholeNumber(fields.recurrenceCycle),
    chargebacks: named([{ list: fields.chargebacks }], ['list']).map(toChargeback),
    postbackUrl: fields.postbackUrl,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    other: {
      ...unknownFields(other),
      ...fractions(fields),
      ...(reported === undefined ? {} : { status: reported }),
    },
  };
}

export const CHARGE_MUST: Must<CardCharge> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status, statusCode }) => (status ?? statusCode) !== null,
  date: hasDate,
};

const readChargeback = objectReader({ status: means.state() }, ['chargeback', 'dispute']);

function toChargeback(object: Record<string, unknown>): CardCharge['chargebacks'][number] {
  const { fields, other } = readChargeback(object);
  return { status: fields.status, other: unknownFields(other) };
}

export function toRecurrence({ fields, other }: WireRecurrence): Recurrence {
  if (fields.id === null) throw new UnreadableAnswer('id');
  return {
    id: fields.id,
    interval: fields.interval?.toUpperCase() ?? null,
    status: fields.status?.toUpperCase() ?? null,
    amount: cents(fields.amount),
    nextAt: fields.nextAt,
    endDate: fields.endDate,
    other: unknownFields(other),
  };
}

/** The decimals stay as written: nothing is computed with them here. */
export function toRate({ fields, other }: WireRate, requested: string, asOf: string): ExchangeRate {
  return {
    code: fields.code ?? requested,
    bid: fields.bid,
    ask: fields.ask,
    other: unknownFields(other),
    asOf,
  };
}

/** Document 3's amounts are cents; a fraction of one stays as written. */
export function toConversion(
  { fields, other }: WireConversion,
  requested: string,
  amount: number,
  asOf: string,
): Conversion {
  const { code, converted, rate } = fields;
  return { code: code ?? requested, amount, brl: converted ?? '', rate, other: unknownFields(other), asOf };
}

/** Document 3's amounts are whole cents. Null for a fraction: it is shown as written, never rounded. */
const cents = (written: string | null) =>
  written !== null && /^-?\d{1,15}$/.test(written) ? Number(written) : null;

function fractions({ amount, refundedAmount }: WireCharge['fields']): Record<string, unknown> {
  const amounts = Object.entries({ amount, refundedAmount });
  return Object.fromEntries(amounts.filter(([, written]) => written !== null && cents(written) === null));
}

const masked = (text: string | null) => (text === null ? null : maskCardNumbers(text));

const OF_A_CARD =
  /^(?:card|creditcard|cardnumber|maskedcard.*|maskednumber|number|pan|holder|cardholder.*|holdername|expir.*|cvv2?|cvc2?|cvn|cid|securitycode|bin|first(?:six|6).*|last(?:four|4).*|cardtoken|tokenizedcard)$/;
const DEEPEST = 16;

/** Fields that Guichê does not know, without anything that is, or looks like, a card's. */
function unknownFields(other: Record<string, unknown>): Record<string, unknown> {
  return withoutCard(plainJson(other), 0) as Record<string, unknown>;
}

function withoutCard(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return null;
  if (typeof value === 'string') return maskCardNumbers(value);
  if (Array.isArray(value)) return value.map((one) => withoutCard(one, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      isOfCard(key) ? [] : [[key, withoutCard(inner, depth + 1)]],
    ),
  );
}

const isOfCard = (path: string) => path.split('.').some((part) => OF_A_CARD.test(plainKey(part)));
