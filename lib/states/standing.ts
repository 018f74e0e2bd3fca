import { denialIn, isStillToCome, isTakenBackLater } from '#lib/denial.ts';
import { firstIn, plainWord, type Reading } from '#lib/plain-word.ts';

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
  const denial = denialIn(key);
  if (denial === null) return isTakenBackLater(key) ? 'changing' : firstIn(STANDING, key);
  if (/^(?:ACTIVE|ATIV[AO])(?:_|$)/.test(denial.denied)) return isStillToCome(key) ? 'changing' : 'paused';
  return firstIn(STANDING, denial.before) === 'paused' ? 'paused' : null;
}
