import {
  firstIn,
  isReversedLater,
  isStillToCome,
  type Negation,
  negationIn,
  perWord,
  plainWord,
  type Reading,
} from '#lib/core/status/plain-word.ts';

/** `partly`: done, and a part was refunded. */
export const MONEY_STATES = [
  ...(['waiting', 'done', 'refused', 'cancelled', 'expired'] as const),
  ...(['returned', 'returning', 'partly'] as const),
] as const;

export type MoneyState = (typeof MONEY_STATES)[number];

/** Document 1's status for each state; it has none for `partly`. */
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

/** A record's state as its adapter read it; without one, by document 1's status. */
export const stateOf = ({ status, state }: Stated): MoneyState | null =>
  state === undefined ? (MONEY_STATES.find((one) => DOCUMENTED[one] === status) ?? null) : state;

/** True if the money moved and stayed, except for a part at most. */
export const stayed = (state: MoneyState | null): boolean => state === 'done' || state === 'partly';

/** Ends of a refund: money went back, it never will, or it still may. */
export const REFUND_ENDS = ['back', 'none', 'open'] as const;

type RefundEnd = (typeof REFUND_ENDS)[number];

/** The first match counts: a reversal comes before what it reverses. */
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

/** Denied approval or payment is a refusal. What is not yet settled may still come: no second payment. */
const REFUSED_BY_NEGATION =
  /^(?:PAID|PAG[OA]|SUCCE|SUCESSO|APPROV|APROVAD|AUTHORI[SZ]|AUTORIZAD|ACCEPT|FINISHED)/;
const DONE_TO_COME =
  /PAID|PAG[OA]|COMPLET|CONFIRM|SETTLED|POSTED|CREDITED|CAPTURED|CONCLU|APPROV|AUTHORI|FINISH|LIQUIDA/;

/** A denied word never means that money moved, went back or was cancelled. */
function deniedMoney(key: string, { before, denied }: Negation): MoneyState | null {
  const meaning = firstIn(MONEY, before);
  if (meaning === 'refused' || meaning === 'expired') return meaning;
  if (isStillToCome(key)) return DONE_TO_COME.test(denied) ? 'waiting' : null;
  if (REFUSED_BY_NEGATION.test(denied)) return 'refused';
  return meaning === 'waiting' ? meaning : null;
}

const moneyState = perWord((word) => {
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial !== null) return deniedMoney(key, denial);
  const state = firstIn(MONEY, key);
  // A payment whose cancellation is not finished still waits.
  return state === 'cancelled' && isReversedLater(key) ? 'waiting' : state;
});

/** Null: no part of the word is known. */
export const moneyStateOf = (word: string | null): MoneyState | null =>
  word === null ? null : moneyState(word);

/** True for REFUND_FAILED and NOT_REFUNDED: there is no refund; they state nothing about the payment. */
function isRefundDenied(word: string | null): boolean {
  const key = plainWord(word ?? '');
  const denied = negationIn(key)?.denied ?? '';
  return !isStillToCome(key) && /^(?:REFUND|REVERS|RETURN|CHARGE_?BACK|ESTORN|DEVOL)/.test(denied);
}

/** Whether a refund returned money: `back`, `none`, or `open` (it still may, as with an unknown word). */
export function refundOutcome(refund: { status: string | null; refundedAt?: string | null }): RefundEnd {
  const state = moneyStateOf(refund.status);
  if (isRefundDenied(refund.status)) return 'none';
  if (stayed(state) || state === 'returned') return 'back';
  if (refund.status === null && (refund.refundedAt ?? null) !== null) return 'back';
  return state === 'cancelled' || state === 'refused' || state === 'expired' ? 'none' : 'open';
}

/** A provider's word as document 1's status; null if its meaning is not known. */
export function documentedState(word: string | null): string | null {
  const meaning = moneyStateOf(word);
  return meaning === null ? null : DOCUMENTED[meaning];
}

/** True if a provider's word means the requested state; null if a meaning is not known. */
export function sameState(
  reported: string | null,
  requested: string,
  state: MoneyState | null = moneyStateOf(reported),
): boolean | null {
  if (reported === null) return null;
  if (plainWord(reported) === plainWord(requested)) return true;
  const [one, other] = [state, moneyStateOf(requested)];
  if (one === null || other === null) return null;
  // Document 1 calls a partly refunded payment completed.
  return one === other || (one === 'partly' && other === 'done');
}

/** State of a lasting thing (a Pix key, a recurrence): `paused` can be resumed, `gone` cannot. */
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

/** Null: no part of the word is known, or it denies another (NOT_REMOVED). */
export function standingOf(word: string | null): Standing | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) return isReversedLater(key) ? 'changing' : firstIn(STANDING, key);
  if (/^(?:ACTIVE|ATIV[AO])(?:_|$)/.test(denial.denied)) return isStillToCome(key) ? 'changing' : 'paused';
  return firstIn(STANDING, denial.before) === 'paused' ? 'paused' : null;
}
