import { denialIn, isStillToCome, isTakenBackLater } from '#lib/denial.ts';
import { firstIn, plainWord, type Reading } from '#lib/plain-word.ts';
import { plainKey } from '#lib/providers/fields.ts';

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

/** Codes of other words; the record keeps the service's own. APPROVED is not captured: only 2 is settled. */
const MEANINGS: Reading<number> = [
  [3, /DECLIN|DENIED|REFUSED|REJECT|NEGAD|RECUSAD/],
  // The table has no code for a part that went back: what was captured stands.
  [2, /PART(?:LY|IAL(?:LY)?)_(?:REFUND|REVERS|VOID)|(?:REFUND|REVERS|VOID)[A-Z]*_PART(?:LY|IAL(?:LY)?)/],
  [11, /REFUND|REVERS|CHARGE_?BACK|ESTORNAD/],
  [10, /VOID|CANCEL/],
  [13, /ABORT/],
  // A processing error is processed no more.
  [0, /FAIL|ERROR|TIME_?OUT/],
  [12, /PENDING|WAITING|PROCESS|REVIEW|ANALYS/],
  [2, /CAPTURED|(?:^|_)PAID(?:_|$)|SETTLED|PAYMENT_?CONFIRMED|COMPLETED/],
  [1, /AUTHORI[SZ]ED|APPROVED/],
];
/** A denied word is never a captured, given back or authorised charge. */
const DENIED: Reading<number> = [
  [3, /^(?:AUTHORI[SZ]|APPROV|PAID|PAG[OA]|ACCEPT)/],
  [0, /^(?:FINISH|COMPLET|CONCLU|SUCCE)/],
];

/** Undenied in front of the denial these still hold: AUTHORIZED_NOT_CAPTURED. */
const HELD = new Set<number | null>([0, 1, 3, 12]);

function codeOf(word: string): number | null {
  const denial = denialIn(word);
  if (denial === null) {
    const code = firstIn(MEANINGS, word);
    // A captured charge stays one until it went back; the table has no code for one that is being called off.
    if (isTakenBackLater(word)) return code === 11 ? 2 : code === 10 ? null : code;
    return code;
  }
  const denied = firstIn(DENIED, denial.denied);
  if (isStillToCome(word)) return denied === null ? null : 12;
  const before = firstIn(MEANINGS, denial.before);
  return denied ?? (HELD.has(before) ? before : null);
}

/**
 * A number, a number as text, its name, or another word by its meaning (then `said` is that word); a code or a word
 * that no table has passes as it came.
 */
export function statusOf(written: string | null): {
  statusCode: number | null;
  status: string | null;
  said?: string;
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
  return { statusCode, status: NAMES[statusCode] ?? null, said: written };
}
