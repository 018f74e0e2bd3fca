import {
  firstIn,
  isReversedLater,
  isStillToCome,
  negationIn,
  plainWord,
  type Reading,
} from '#lib/core/status/plain-word.ts';

/** Reads a dispute's status words by meaning. Pure; used in the browser and on the server. */

/** A dispute's progress by its status word. `undecided`: the banks have it, answered or not. */
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

/** It ended, and the denial shows only how: CLOSED_WITHOUT_DEFENSE. */
const ENDED_BEFORE_NEGATION =
  /(?:CLOSED|CANCELL?ED|WITHDRAWN|FINISHED|RESOLVED|EXPIRED|ARCHIVED|ENCERRAD[AO]|FINALIZAD[AO])$/;
/** A denied answer or end leaves it open; a denied result does not show whether there was another one. */
const OPEN_BY_NEGATION =
  /ANSWER|DEFEN|DEFES|RESPON|REPL(?:Y|IED)|CONTEST|CLOS|CANCEL|WITHDRAWN|FINISH|RESOLV|CONCLU|COMPLET|SETTL|ENDED|EXPIRED|ARCHIVED|ENCERRAD|FINALIZAD|DONE/;

/** Null: no part of the word is known. */
export function disputeWordOf(word: string | null): DisputeWord | null {
  if (word === null || word.trim() === '') return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) {
    const meaning = firstIn(DISPUTE, key);
    return meaning === 'closed' && isReversedLater(key) ? 'open' : meaning;
  }
  if (ENDED_BEFORE_NEGATION.test(denial.before)) return 'closed';
  return OPEN_BY_NEGATION.test(key) ? 'open' : null;
}

export type DisputeResult = 'agreed' | 'disagreed' | 'withdrawn';

/** The claim was not accepted; a denied refund states nothing about the claim. */
const DENIED_CLAIM = /^(?:AGREE|ACCEPT|APPROV|GRANTED|UPHELD|FOUNDED|PROCEDENTE)/;

/** Reads a result word. AGREED, ACCEPTED: the money goes back. DISAGREED, REJECTED: the payment stays. */
export function disputeResultOf(word: string | null): DisputeResult | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial !== null) return !isStillToCome(key) && DENIED_CLAIM.test(denial.denied) ? 'disagreed' : null;
  if (isReversedLater(key)) return null;
  if (/CANCEL|WITHDRAWN|REVOKED/.test(key)) return 'withdrawn';
  if (/DISAGREE|REJECT|DENIED|REFUSED|DISMISS|UNFOUNDED|IMPROCEDENTE|(?:^|_)WON(?:_|$)/.test(key))
    return 'disagreed';
  return /AGREED?|ACCEPT|APPROVED|GRANTED|UPHELD|FOUNDED|PROCEDENTE|REFUNDED|RETURNED|(?:^|_)LOST(?:_|$)/.test(
    key,
  )
    ? 'agreed'
    : null;
}
