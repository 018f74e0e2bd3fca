import { firstIn, negationIn, plainWord, type Reading } from '#lib/core/status/plain-word.ts';

/**
 * Reads status words by meaning, with one table for each kind of word. Pure; used in the browser and on the
 * server.
 */

/** Progress of an address check. */
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

/**
 * Null: an unknown word, or one that only denies (UNVERIFIED, NOT_APPROVED), which means neither running nor
 * failed.
 */
export function checkStateOf(word: string | null): CheckState | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) return firstIn(CHECK, key);
  if (/^SUC(?:CE|ESSO)/.test(denial.denied) || /(?:^|_)(?:DISAPPROV|DESAPROV)/.test(key)) return 'failed';
  const meaning = firstIn(CHECK, denial.before);
  return meaning === 'verified' ? null : meaning;
}

/** Progress of a job that the provider runs in the background. */
type JobState = 'pending' | 'running' | 'completed' | 'failed' | 'expired';

const JOB: Reading<JobState> = [
  ['failed', /FAIL|ERROR|CANCEL|ABORT|REJECT|DENIED|FALH/],
  ['expired', /EXPIR|REMOVED|DELETED|PURGED/],
  ['running', /RUNNING|PROCESS|IN_PROGRESS|STARTED|GENERATING|WRITING|EXPORTING|BUILDING|WORKING/],
  ['pending', /PENDING|QUEUE|CREATED|WAITING|AWAITING|REQUESTED|SCHEDULED|ENQUEUED|ACCEPTED|NEW|PENDENTE/],
  ['completed', /COMPLET|DONE|FINISH|READY|SUCCE|GENERATED|AVAILABLE|CONCLUID|WRITTEN|UPLOADED/],
];

/** A job that is denied to be ready still runs. */
const DENIED_JOB: Reading<JobState> = [
  ['failed', /^(?:DATA|SUCCE|SUCESSO|APPROV|ACCEPT)/],
  ['pending', /^(?:START|QUEUE|PROCESSED)/],
  ['running', /^(?:READY|COMPLET|DONE|FINISH|AVAILABLE|GENERATED|WRITTEN|UPLOADED|CONCLUID)/],
];

/** Null: no part of the word is known. */
export function jobStateOf(word: string | null): JobState | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) return firstIn(JOB, key);
  const meaning = firstIn(JOB, denial.before);
  return meaning === null || meaning === 'completed' ? firstIn(DENIED_JOB, denial.denied) : meaning;
}
