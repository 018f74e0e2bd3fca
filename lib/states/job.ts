import { denialIn } from '#lib/denial.ts';
import { firstIn, plainWord, type Reading } from '#lib/plain-word.ts';

/** State words read by meaning, a table a module: a page brings the one it reads by. Pure; used on both sides. */

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
