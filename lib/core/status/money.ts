import { isReversedLater, isStillToCome, type Negation, negationIn } from '#lib/core/status/negation.ts';
import { firstIn, perWord, plainWord, type Reading } from '#lib/core/status/plain-word.ts';

/** States of a payment, a line, a deposit: as much as is known without reading a word, which a page can bring. */

/** `partly`: it is done, and a part of it went back. */
export const MONEY_STATES = [
  ...(['waiting', 'done', 'refused', 'cancelled', 'expired'] as const),
  ...(['returned', 'returning', 'partly'] as const),
] as const;

export type MoneyState = (typeof MONEY_STATES)[number];

/** Document 1's word for each meaning; it has none for a part that went back. */
export const DOCUMENTED: Readonly<Record<MoneyState, string>> = {
  waiting: 'PENDING',
  done: 'COMPLETED',
  refused: 'ERROR',
  cancelled: 'CANCELED',
  expired: 'EXPIRED',
  returned: 'REFUNDED',
  returning: 'WAITING_FOR_REFUND',
  partly: 'PARTIALLY_REFUNDED',
};

export type Stated = { status: string | null; state?: MoneyState | null | undefined };

/** The state of a record as its adapter read it; of one that no adapter read, by document 1's word. */
export const stateOf = ({ status, state }: Stated): MoneyState | null =>
  state === undefined ? (MONEY_STATES.find((one) => DOCUMENTED[one] === status) ?? null) : state;

/** Money that moved and stayed moved, but for a part of it at most. */
export const stayed = (state: MoneyState | null): boolean => state === 'done' || state === 'partly';

/** Ends of a refund: it gave money back, it never will, or it still may. */
export const REFUND_ENDS = ['back', 'none', 'open'] as const;

type RefundEnd = (typeof REFUND_ENDS)[number];

/** State words read by meaning, a table a module: a page brings the one it reads by. Pure; used on both sides. */

/** The first that fits: what takes back stands before what it takes back. */
const MONEY: Reading<MoneyState> = [
  ['returning', /(?:WAITING|AWAITING|PENDING)_(?:FOR_)?(?:PART\w*_)?(?:REFUND|REVERSAL|RETURN)/],
  [
    'returning',
    /(?:REFUND|REVERSAL|RETURN|ESTORNO|DEVOLUCAO)_(?:WAITING|PENDING|PENDENTE|REQUESTED|PROCESSING|IN_PROGRESS)/,
  ],
  ['returning', /REFUNDING|REVERSING|RETURNING|EM_(?:ESTORNO|DEVOLUCAO)/],
  [
    'partly',
    /(?:^|_)PA(?:RT(?:LY|IAL(?:LY)?)|RCIAL(?:MENTE)?)_(?:REFUND|REVERS|RETURN|ESTORN|DEVOLV|DEVOLU)/,
  ],
  [
    'partly',
    /(?:REFUND|REVERS|RETURN|ESTORN|DEVOLV|DEVOLU)\w*_(?:IN_PART|EM_PARTE|PA(?:RT(?:LY|IAL(?:LY)?)|RCIAL(?:MENTE)?))(?:_|$)/,
  ],
  ['returned', /REFUNDED|REVERSED|RETURNED|CHARGED_?BACK|ESTORNAD|DEVOLVID/],
  ['expired', /EXPIRED|EXPIRAD|TIMED_?OUT|OVERDUE/],
  ['cancelled', /CANCEL|VOID|ABORT/],
  ['refused', /REJECT|DECLIN|DENIED|REFUSED|FAIL|ERROR|RECUSAD|NEGAD/],
  ['waiting', /PENDING|WAITING|PROCESS|REVIEW|ANALYS|CREATED|REQUESTED|SCHEDULED|IN_PROGRESS|PENDENTE/],
  ['waiting', /(?:^|_)(?:AUTHORI[SZ]ED|OPEN|ACTIVE|INITIATED|RECEIVED_BY)(?:_|$)/],
  [
    'done',
    /COMPLET|CONFIRM|SETTLED|POSTED|SUCCE|CREDITED|CAPTURED|FINISHED|LIQUIDATED|CONCLUID|APPROVED|BOOKED/,
  ],
  ['done', /(?:^|_)(?:PAID|DONE|PAGO|PAGA|OK)(?:_|$)/],
];

/**
 * Approval, success and payment that were denied are a refusal. Of a payment that is only not settled or not complete
 * nobody knows if it still comes: calling it refused would have it paid twice.
 */
const REFUSED_BY_NEGATION =
  /^(?:PAID|PAG[OA]|SUCCE|SUCESSO|APPROV|APROVAD|AUTHORI[SZ]|AUTORIZAD|ACCEPT|FINISHED)/;
const DONE_TO_COME =
  /PAID|PAG[OA]|COMPLET|CONFIRM|SETTLED|POSTED|CREDITED|CAPTURED|CONCLU|APPROV|AUTHORI|FINISH|LIQUIDA/;

/** A payment that is being called off still waits. */
function undeniedMoney(key: string): MoneyState | null {
  const state = firstIn(MONEY, key);
  return state === 'cancelled' && isReversedLater(key) ? 'waiting' : state;
}

/** A denied word never says that money moved, went back or was called off. */
function deniedMoney(key: string, { before, denied }: Negation): MoneyState | null {
  const said = firstIn(MONEY, before);
  if (said === 'refused' || said === 'expired') return said;
  if (isStillToCome(key)) return DONE_TO_COME.test(denied) ? 'waiting' : null;
  if (REFUSED_BY_NEGATION.test(denied)) return 'refused';
  return said === 'waiting' ? said : null;
}

const moneyState = perWord((word) => {
  const key = plainWord(word);
  const denial = negationIn(key);
  return denial === null ? undeniedMoney(key) : deniedMoney(key, denial);
});

/** Null: a word of which no part is known. */
export const moneyStateOf = (word: string | null): MoneyState | null =>
  word === null ? null : moneyState(word);

/** REFUND_FAILED and NOT_REFUNDED: of the payment they say nothing, of the refund that there is none. */
function isRefundDenied(word: string | null): boolean {
  const key = plainWord(word ?? '');
  const denied = negationIn(key)?.denied ?? '';
  return !isStillToCome(key) && /^(?:REFUND|REVERS|RETURN|CHARGE_?BACK|ESTORN|DEVOL)/.test(denied);
}

/** Tells if a refund in this state gave money back; `open`: it still may, as with an unknown word. */
export function wentBack(refund: { status: string | null; refundedAt?: string | null }): RefundEnd {
  const state = moneyStateOf(refund.status);
  if (isRefundDenied(refund.status)) return 'none';
  if (stayed(state) || state === 'returned') return 'back';
  if (refund.status === null && (refund.refundedAt ?? null) !== null) return 'back';
  return state === 'cancelled' || state === 'refused' || state === 'expired' ? 'none' : 'open';
}

/** A service's word in document 1's words; null where its meaning is not known. */
export function documentedState(word: string | null): string | null {
  const meaning = moneyStateOf(word);
  return meaning === null ? null : DOCUMENTED[meaning];
}

/** Tells if a service's word means the state asked for; null where its meaning is not known. */
export function sameState(
  told: string | null,
  asked: string,
  state: MoneyState | null = moneyStateOf(told),
): boolean | null {
  if (told === null) return null;
  if (plainWord(told) === plainWord(asked)) return true;
  const [one, other] = [state, moneyStateOf(asked)];
  if (one === null || other === null) return null;
  // Document 1 calls it completed, whatever went back of it.
  return one === other || (one === 'partly' && other === 'done');
}

/** State words read by meaning, a table a module: a page brings the one it reads by. Pure; used on both sides. */

/** Standing of a lasting thing (a Pix key, a recurrence): `paused` can be taken up again, `gone` cannot. */
export type Standing = 'active' | 'paused' | 'gone' | 'changing';

const STANDING: Reading<Standing> = [
  ['changing', /PENDING|WAITING|PROCESS|REQUESTED|SCHEDULED|IN_PROGRESS|(?:REMOV|DELET|CREAT|REGISTER)ING/],
  ['paused', /INACTIV|DEACTIV|DISABLED|PAUSED|SUSPEN|STOPPED|BLOCKED|PAUSAD|INATIV|DESATIV/],
  [
    'gone',
    /REMOVED|DELETED|CANCEL|EXPIRED|CLOSED|REVOKED|TERMINATED|FINISHED|COMPLETED|CONCLUID|REMOVID|EXCLUID/,
  ],
  ['gone', /(?:^|_)(?:ENDED|DONE|ENCERRAD[AO]|FINALIZAD[AO])(?:_|$)/],
  [
    'active',
    /(?:^|_)(?:RE)?(?:ACTIVE|ACTIVATED|ENABLED|REGISTERED|RUNNING|ONGOING|VALID|OK|ATIV[AO])(?:_|$)/,
  ],
];

/** Null: a word of which no part is known, or one that denies another (NOT_REMOVED). */
export function standingOf(word: string | null): Standing | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) return isReversedLater(key) ? 'changing' : firstIn(STANDING, key);
  if (/^(?:ACTIVE|ATIV[AO])(?:_|$)/.test(denial.denied)) return isStillToCome(key) ? 'changing' : 'paused';
  return firstIn(STANDING, denial.before) === 'paused' ? 'paused' : null;
}
