import { type Denial, denialIn, isStillToCome, isTakenBackLater } from '#lib/denial.ts';
import { firstIn, perWord, plainWord, type Reading } from '#lib/plain-word.ts';

/** State words read by meaning. Pure; used on both sides: every service has words of its own. */

/** States of a payment, a line, a refund, a deposit. `partly`: it is done, and a part of it went back. */
export const MONEY_STATES = [
  ...(['waiting', 'done', 'refused', 'cancelled', 'expired'] as const),
  ...(['returned', 'returning', 'partly'] as const),
] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

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
const REFUSED_BY_DENIAL =
  /^(?:PAID|PAG[OA]|SUCCE|SUCESSO|APPROV|APROVAD|AUTHORI[SZ]|AUTORIZAD|ACCEPT|FINISHED)/;
const DONE_TO_COME =
  /PAID|PAG[OA]|COMPLET|CONFIRM|SETTLED|POSTED|CREDITED|CAPTURED|CONCLU|APPROV|AUTHORI|FINISH|LIQUIDA/;

/** A payment that is being called off still waits. */
function undeniedMoney(key: string): MoneyState | null {
  const state = firstIn(MONEY, key);
  return state === 'cancelled' && isTakenBackLater(key) ? 'waiting' : state;
}

/** A denied word never says that money moved, went back or was called off. */
function deniedMoney(key: string, { before, denied }: Denial): MoneyState | null {
  const said = firstIn(MONEY, before);
  if (said === 'refused' || said === 'expired') return said;
  if (isStillToCome(key)) return DONE_TO_COME.test(denied) ? 'waiting' : null;
  if (REFUSED_BY_DENIAL.test(denied)) return 'refused';
  return said === 'waiting' ? said : null;
}

const moneyState = perWord((word) => {
  const key = plainWord(word);
  const denial = denialIn(key);
  return denial === null ? undeniedMoney(key) : deniedMoney(key, denial);
});

/** Null: a word of which no part is known. */
export const moneyStateOf = (word: string | null): MoneyState | null =>
  word === null ? null : moneyState(word);

type Stated = { status: string | null; state?: MoneyState | null | undefined };

/** The state of a record: as its adapter read it, or by the word where the record was kept before it did. */
export const stateOf = ({ status, state }: Stated): MoneyState | null =>
  state === undefined ? moneyStateOf(status) : state;

/** Money that moved and stayed moved, but for a part of it at most. */
export const stayed = (state: MoneyState | null): boolean => state === 'done' || state === 'partly';

/** REFUND_FAILED and NOT_REFUNDED: of the payment they say nothing, of the refund that there is none. */
function isRefundDenied(word: string | null): boolean {
  const key = plainWord(word ?? '');
  const denied = denialIn(key)?.denied ?? '';
  return !isStillToCome(key) && /^(?:REFUND|REVERS|RETURN|CHARGE_?BACK|ESTORN|DEVOL)/.test(denied);
}

/** Tells if a refund in this state gave money back; `open`: it still may, as with an unknown word. */
export function wentBack(refund: { status: string | null; refundedAt?: string | null }) {
  const state = moneyStateOf(refund.status);
  if (isRefundDenied(refund.status)) return 'none';
  if (stayed(state) || state === 'returned') return 'back';
  if (refund.status === null && (refund.refundedAt ?? null) !== null) return 'back';
  return state === 'cancelled' || state === 'refused' || state === 'expired' ? 'none' : 'open';
}

/** Document 1's word for each meaning; it has none for a part that went back. */
const DOCUMENTED: Record<MoneyState, string> = {
  waiting: 'PENDING',
  done: 'COMPLETED',
  refused: 'ERROR',
  cancelled: 'CANCELED',
  expired: 'EXPIRED',
  returned: 'REFUNDED',
  returning: 'WAITING_FOR_REFUND',
  partly: 'PARTIALLY_REFUNDED',
};

/** A service's word in document 1's words; null where its meaning is not known. */
export function documentedState(word: string | null): string | null {
  const meaning = moneyStateOf(word);
  return meaning === null ? null : DOCUMENTED[meaning];
}

/** How far something is that the service makes in the background. */
export type JobState = 'pending' | 'running' | 'completed' | 'failed' | 'expired';

const JOB: Reading<JobState> = [
  ['failed', /FAIL|ERROR|CANCEL|ABORT|REJECT|DENIED|FALH/],
  ['expired', /EXPIR|REMOVED|DELETED|PURGED/],
  ['running', /RUNNING|PROCESS|IN_PROGRESS|STARTED|GENERATING|WRITING|EXPORTING|BUILDING|WORKING/],
  ['pending', /PENDING|QUEUE|CREATED|WAITING|AWAITING|REQUESTED|SCHEDULED|ENQUEUED|ACCEPTED|NEW|PENDENTE/],
  ['completed', /COMPLET|DONE|FINISH|READY|SUCCE|GENERATED|AVAILABLE|CONCLUID|WRITTEN|UPLOADED/],
];

/** A job of which it is denied that it is ready is still on it. */
const DENIED_JOB: Reading<JobState> = [
  ['failed', /^(?:DATA|SUCCE|SUCESSO|APPROV|ACCEPT)/],
  ['pending', /^(?:START|QUEUE|PROCESSED)/],
  ['running', /^(?:READY|COMPLET|DONE|FINISH|AVAILABLE|GENERATED|WRITTEN|UPLOADED|CONCLUID)/],
];

/** Null: a word of which no part is known. */
export function jobStateOf(word: string | null): JobState | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = denialIn(key);
  if (denial === null) return firstIn(JOB, key);
  const said = firstIn(JOB, denial.before);
  return said === null || said === 'completed' ? firstIn(DENIED_JOB, denial.denied) : said;
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

/** How far a dispute is, by its word: `undecided` is with the banks, and nobody says whether it was answered. */
export type DisputeWord = 'open' | 'answered' | 'closed' | 'undecided';

const DISPUTE: Reading<DisputeWord> = [
  [
    'open',
    /(?:DEFEN[CS]E|ANSWER|RESPONSE)_(?:PENDING|REQUIRED|REQUESTED|NEEDED|OPEN)|(?:AWAITING|WAITING|PENDING|NEEDS|REQUIRES)_(?:FOR_)?(?:THE_)?(?:DEFEN|ANSWER|RESPONSE|REPLY|MERCHANT|SELLER|RECEIVER|DOCUMENT)|REOPEN/,
  ],
  [
    'closed',
    /CLOSED|CANCEL|WITHDRAWN|FINISH|RESOLVED|CONCLUDED|COMPLETED|SETTLED|(?:^|_)ENDED|EXPIRED|ARCHIVED|ENCERRAD|FINALIZAD/,
  ],
  ['closed', /(?:^|_)(?:WON|LOST|DONE|AGREED|DISAGREED|ACCEPTED|REJECTED|REFUNDED|DISMISSED|REVOKED)(?:_|$)/],
  ['answered', /ANSWERED|DEFENDED|RESPONDED|REPLIED|CONTESTED|RESPONDID|DEFENDID/],
  [
    'answered',
    /(?:DEFEN[CS]E|ANSWER|RESPONSE|REPLY|DEFESA)_(?:SENT|SUBMITTED|RECEIVED|REGISTERED|PRESENTED|ENVIADA)/,
  ],
  ['answered', /(?:SENT|SUBMITTED|RECEIVED)_(?:DEFEN[CS]E|ANSWER|RESPONSE)/],
  ['undecided', /REVIEW|ANALYS|WAITING|AWAITING|PENDING_|_PENDING|PROCESS|EVALUAT/],
  ['open', /OPEN|NEW|CREATED|ACKNOWLEDGED|RECEIVED|REPORTED|REGISTERED|PENDING|ABERT/],
];

/** It ended, and the denial tells only how: CLOSED_WITHOUT_DEFENSE. */
const ENDED_BEFORE_DENIAL =
  /(?:CLOSED|CANCELL?ED|WITHDRAWN|FINISHED|RESOLVED|EXPIRED|ARCHIVED|ENCERRAD[AO]|FINALIZAD[AO])$/;
/** A denied answer or end leaves it open; of a denied result nobody knows if another one was found. */
const OPEN_BY_DENIAL =
  /ANSWER|DEFEN|DEFES|RESPON|REPL(?:Y|IED)|CONTEST|CLOS|CANCEL|WITHDRAWN|FINISH|RESOLV|CONCLU|COMPLET|SETTL|ENDED|EXPIRED|ARCHIVED|ENCERRAD|FINALIZAD|DONE/;

/** Null: a word of which no part is known. */
export function disputeWordOf(word: string | null): DisputeWord | null {
  if (word === null || word.trim() === '') return null;
  const key = plainWord(word);
  const denial = denialIn(key);
  if (denial === null) {
    const said = firstIn(DISPUTE, key);
    return said === 'closed' && isTakenBackLater(key) ? 'open' : said;
  }
  if (ENDED_BEFORE_DENIAL.test(denial.before)) return 'closed';
  return OPEN_BY_DENIAL.test(key) ? 'open' : null;
}

export type DisputeResult = 'agreed' | 'disagreed' | 'withdrawn';

/** The claim was not taken; a refund that was denied tells nothing of the claim. */
const DENIED_CLAIM = /^(?:AGREE|ACCEPT|APPROV|GRANTED|UPHELD|FOUNDED|PROCEDENTE)/;

/** A result word: AGREED and ACCEPTED give the money back, DISAGREED and REJECTED keep the payment. */
export function disputeResultOf(word: string | null): DisputeResult | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = denialIn(key);
  if (denial !== null) return !isStillToCome(key) && DENIED_CLAIM.test(denial.denied) ? 'disagreed' : null;
  if (isTakenBackLater(key)) return null;
  if (/CANCEL|WITHDRAWN|REVOKED/.test(key)) return 'withdrawn';
  if (/DISAGREE|REJECT|DENIED|REFUSED|DISMISS|UNFOUNDED|IMPROCEDENTE|(?:^|_)WON(?:_|$)/.test(key))
    return 'disagreed';
  return /AGREED?|ACCEPT|APPROVED|GRANTED|UPHELD|FOUNDED|PROCEDENTE|REFUNDED|RETURNED|(?:^|_)LOST(?:_|$)/.test(
    key,
  )
    ? 'agreed'
    : null;
}

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
  const denial = denialIn(key);
  if (denial === null) return isTakenBackLater(key) ? 'changing' : firstIn(STANDING, key);
  if (/^(?:ACTIVE|ATIV[AO])(?:_|$)/.test(denial.denied)) return isStillToCome(key) ? 'changing' : 'paused';
  return firstIn(STANDING, denial.before) === 'paused' ? 'paused' : null;
}

/** How far a check of an address is. */
export type CheckState = 'pending' | 'verified' | 'failed';

const CHECK: Reading<CheckState> = [
  ['failed', /FAIL|ERROR|REJECT|DENIED|REFUSED|INVALID|EXPIRED|TIMED_?OUT|MISMATCH|FALH|RECUSAD/],
  [
    'pending',
    /PENDING|WAITING|PROCESS|RUNNING|CHECKING|VERIFYING|SCHEDULED|QUEUE|REQUESTED|IN_PROGRESS|PENDENTE/,
  ],
  ['verified', /VERIFIED|SUCCE|APPROVED|PASSED|CONFIRMED|COMPLETED|VALIDATED|VERIFICAD|APROVAD/],
  ['verified', /(?:^|_)(?:OK|DONE|VALID|OWNED)(?:_|$)/],
];

/** Null: unknown, or a word that only denies (UNVERIFIED, NOT_APPROVED): it says neither that it runs nor that it failed. */
export function checkStateOf(word: string | null): CheckState | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = denialIn(key);
  if (denial === null) return firstIn(CHECK, key);
  if (/^SUC(?:CE|ESSO)/.test(denial.denied) || /(?:^|_)(?:DISAPPROV|DESAPROV)/.test(key)) return 'failed';
  const said = firstIn(CHECK, denial.before);
  return said === 'verified' ? null : said;
}
