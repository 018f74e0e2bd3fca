import { negationIn } from '#lib/core/status/negation.ts';
import { firstIn, plainWord, type Reading } from '#lib/core/status/plain-word.ts';

/** State words read by meaning, a table a module: a page brings the one it reads by. Pure; used on both sides. */

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
  const denial = negationIn(key);
  if (denial === null) return firstIn(CHECK, key);
  if (/^SUC(?:CE|ESSO)/.test(denial.denied) || /(?:^|_)(?:DISAPPROV|DESAPROV)/.test(key)) return 'failed';
  const said = firstIn(CHECK, denial.before);
  return said === 'verified' ? null : said;
}

/** State words read by meaning, a table a module: a page brings the one it reads by. Pure; used on both sides. */

/** How far something is that the service makes in the background. */
type JobState = 'pending' | 'running' | 'completed' | 'failed' | 'expired';

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
  const denial = negationIn(key);
  if (denial === null) return firstIn(JOB, key);
  const said = firstIn(JOB, denial.before);
  return said === null || said === 'completed' ? firstIn(DENIED_JOB, denial.denied) : said;
}
