import { isReversedLater, isStillToCome, negationIn } from '#lib/core/status/negation.ts';
import { firstIn, plainWord, type Reading } from '#lib/core/status/plain-word.ts';

/** State words read by meaning, a table a module: a page brings the one it reads by. Pure; used on both sides. */

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
const ENDED_BEFORE_NEGATION =
  /(?:CLOSED|CANCELL?ED|WITHDRAWN|FINISHED|RESOLVED|EXPIRED|ARCHIVED|ENCERRAD[AO]|FINALIZAD[AO])$/;
/** A denied answer or end leaves it open; of a denied result nobody knows if another one was found. */
const OPEN_BY_NEGATION =
  /ANSWER|DEFEN|DEFES|RESPON|REPL(?:Y|IED)|CONTEST|CLOS|CANCEL|WITHDRAWN|FINISH|RESOLV|CONCLU|COMPLET|SETTL|ENDED|EXPIRED|ARCHIVED|ENCERRAD|FINALIZAD|DONE/;

/** Null: a word of which no part is known. */
export function disputeWordOf(word: string | null): DisputeWord | null {
  if (word === null || word.trim() === '') return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) {
    const said = firstIn(DISPUTE, key);
    return said === 'closed' && isReversedLater(key) ? 'open' : said;
  }
  if (ENDED_BEFORE_NEGATION.test(denial.before)) return 'closed';
  return OPEN_BY_NEGATION.test(key) ? 'open' : null;
}

export type DisputeResult = 'agreed' | 'disagreed' | 'withdrawn';

/** The claim was not taken; a refund that was denied tells nothing of the claim. */
const DENIED_CLAIM = /^(?:AGREE|ACCEPT|APPROV|GRANTED|UPHELD|FOUNDED|PROCEDENTE)/;

/** A result word: AGREED and ACCEPTED give the money back, DISAGREED and REJECTED keep the payment. */
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
