/** State words read by meaning. Pure; used on both sides: every service has words of its own. */

const plain = (word: string) =>
  word
    .trim()
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** States of a payment, a line, a refund, a deposit. `partly`: it is done, and a part of it went back. */
export const MONEY_STATES = [
  ...(['waiting', 'done', 'refused', 'cancelled', 'expired'] as const),
  ...(['returned', 'returning', 'partly'] as const),
] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

/** The first that fits: what takes back or denies the rest of the word stands first. */
const MONEY: readonly (readonly [MoneyState, RegExp])[] = [
  ['refused', /(?:^|_)(?:NOT|UN)_?(?:PAID|AUTHORI[SZ]ED|APPROVED|CONFIRMED|COMPLETED|CAPTURED)(?:_|$)/],
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
  ['refused', /REJECT|DECLIN|DENIED|REFUSED|FAIL|ERROR|RECUSAD|NEGAD|NOT_?FINISHED|UNPAID/],
  ['waiting', /PENDING|WAITING|PROCESS|REVIEW|ANALYS|CREATED|REQUESTED|SCHEDULED|IN_PROGRESS|PENDENTE/],
  ['waiting', /(?:^|_)(?:AUTHORI[SZ]ED|OPEN|ACTIVE|INITIATED|RECEIVED_BY)(?:_|$)/],
  [
    'done',
    /COMPLET|CONFIRM|SETTLED|POSTED|SUCCE|CREDITED|CAPTURED|FINISHED|LIQUIDATED|CONCLUID|APPROVED|BOOKED/,
  ],
  ['done', /(?:^|_)(?:PAID|DONE|PAGO|PAGA|OK)(?:_|$)/],
];

/** A service has a handful of words, and a list a hundred thousand rows. */
const read = new Map<string, MoneyState | null>();
const MOST_READ = 500;

/** Null: a word of which no part is known. */
export function moneyStateOf(word: string | null): MoneyState | null {
  if (word === null) return null;
  const known = read.get(word);
  if (known !== undefined) return known;
  const key = plain(word);
  const state = MONEY.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
  if (read.size < MOST_READ) read.set(word, state);
  return state;
}

type Stated = { status: string | null; state?: MoneyState | null | undefined };

/** The state of a record: as its adapter read it, or by the word where the record was kept before it did. */
export const stateOf = ({ status, state }: Stated): MoneyState | null =>
  state === undefined ? moneyStateOf(status) : state;

/** Money that moved and stayed moved, but for a part of it at most. */
export const stayed = (state: MoneyState | null): boolean => state === 'done' || state === 'partly';

/** Tells if a refund in this state gave money back; `open`: it still may, as with an unknown word. */
export function wentBack(refund: { status: string | null; refundedAt?: string | null }) {
  const state = moneyStateOf(refund.status);
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

const JOB: readonly (readonly [JobState, RegExp])[] = [
  ['running', /(?:NOT|UN)_?(?:READY|COMPLETED|DONE|FINISHED|AVAILABLE)/],
  ['failed', /FAIL|ERROR|CANCEL|ABORT|REJECT|DENIED|FALH|NO_DATA/],
  ['expired', /EXPIR|REMOVED|DELETED|UNAVAILABLE|PURGED/],
  ['running', /RUNNING|PROCESS|IN_PROGRESS|STARTED|GENERATING|WRITING|EXPORTING|BUILDING|WORKING/],
  ['pending', /PENDING|QUEUE|CREATED|WAITING|AWAITING|REQUESTED|SCHEDULED|ENQUEUED|ACCEPTED|NEW|PENDENTE/],
  ['completed', /COMPLET|DONE|FINISH|READY|SUCCE|GENERATED|AVAILABLE|CONCLUID|WRITTEN|UPLOADED/],
];

/** Null: a word of which no part is known. */
export function jobStateOf(word: string | null): JobState | null {
  if (word === null) return null;
  const key = plain(word);
  return JOB.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/** Tells if a service's word means the state asked for; null where its meaning is not known. */
export function sameState(
  told: string | null,
  asked: string,
  state: MoneyState | null = moneyStateOf(told),
): boolean | null {
  if (told === null) return null;
  if (plain(told) === plain(asked)) return true;
  const [one, other] = [state, moneyStateOf(asked)];
  if (one === null || other === null) return null;
  // Document 1 calls it completed, whatever went back of it.
  return one === other || (one === 'partly' && other === 'done');
}

/** How far a dispute is, by its word: `undecided` is with the banks, and nobody says whether it was answered. */
export type DisputeWord = 'open' | 'answered' | 'closed' | 'undecided';

const DISPUTE: readonly (readonly [DisputeWord, RegExp])[] = [
  [
    'open',
    /(?:NOT|UN)_?(?:ANSWERED|DEFENDED|CLOSED|RESOLVED)|(?:DEFEN[CS]E|ANSWER|RESPONSE)_(?:PENDING|REQUIRED|REQUESTED|NEEDED|OPEN)|(?:AWAITING|WAITING|PENDING|NEEDS|REQUIRES)_(?:FOR_)?(?:THE_)?(?:DEFEN|ANSWER|RESPONSE|REPLY|MERCHANT|SELLER|RECEIVER|DOCUMENT)|REOPEN/,
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

/** Null: a word of which no part is known. */
export function disputeWordOf(word: string | null): DisputeWord | null {
  if (word === null || word.trim() === '') return null;
  const key = plain(word);
  return DISPUTE.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

export type DisputeResult = 'agreed' | 'disagreed' | 'withdrawn';

/** A result word: AGREED and ACCEPTED give the money back, DISAGREED and REJECTED keep the payment. */
export function disputeResultOf(word: string | null): DisputeResult | null {
  if (word === null) return null;
  const key = plain(word);
  if (/CANCEL|WITHDRAWN|REVOKED/.test(key)) return 'withdrawn';
  if (
    /DISAGREE|REJECT|DENIED|REFUSED|DISMISS|UNFOUNDED|NOT_ACCEPTED|IMPROCEDENTE|(?:^|_)WON(?:_|$)/.test(key)
  )
    return 'disagreed';
  return /AGREED?|ACCEPT|APPROVED|GRANTED|UPHELD|FOUNDED|PROCEDENTE|REFUNDED|RETURNED|(?:^|_)LOST(?:_|$)/.test(
    key,
  )
    ? 'agreed'
    : null;
}

/** Standing of a lasting thing (a Pix key, a recurrence): `paused` can be taken up again, `gone` cannot. */
export type Standing = 'active' | 'paused' | 'gone' | 'changing';

const STANDING: readonly (readonly [Standing, RegExp])[] = [
  ['changing', /PENDING|WAITING|PROCESS|REQUESTED|SCHEDULED|IN_PROGRESS|(?:REMOV|DELET|CREAT|REGISTER)ING/],
  [
    'paused',
    /INACTIV|DEACTIV|(?:NOT|UN)_?ACTIVE|DISABLED|PAUSED|SUSPEN|STOPPED|BLOCKED|PAUSAD|INATIV|DESATIV/,
  ],
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
  const key = plain(word);
  const found = STANDING.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
  return found !== 'paused' && /(?:^|_)(?:NOT|UN)_/.test(key) ? null : found;
}

/** How far a check of an address is. */
export type CheckState = 'pending' | 'verified' | 'failed';

const CHECK: readonly (readonly [CheckState, RegExp])[] = [
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
  const key = plain(word);
  const found = CHECK.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
  return found === 'verified' && /(?:^|_)(?:NOT|UN)(?:_|VERIFIED|CONFIRMED|APPROVED)/.test(key)
    ? null
    : found;
}
