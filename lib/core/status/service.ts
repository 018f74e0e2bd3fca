import { firstIn, negationIn, plainWord, type Reading } from '#lib/core/status/plain-word.ts';

/** Reads by meaning the status words of an account, of its balances and of the service itself. Pure. */

export type AccountState = 'open' | 'blocked' | 'changing';

const BLOCKED = /BLOCK|SUSPEN|LOCKED|FROZEN|FREEZ|BLOQUE|CONGELAD/;
const CHANGING = new RegExp(
  [
    '(?:UN|DES)(?:BLOCK|BLOQUE|LOCK|FREEZ|SUSPEN)\\w*_(?:PENDING|REQUEST|PROCESS|SCHEDUL|PENDENTE)',
    '(?:PENDING|AWAITING|WAITING|AGUARDANDO)_(?:FOR_)?(?:UN|DES)(?:BLOCK|BLOQUE|LOCK|FREEZ)',
  ].join('|'),
);
const ACCOUNT: Reading<AccountState> = [
  ['blocked', BLOCKED],
  [
    'open',
    /^(?:(?:ACCOUNT|CONTA|STATUS|IS)_)*(?:ACTIVE|ACTIVATED|ENABLED|OK|APPROVED|REGULAR|NORMAL|ATIV[AO]|LIBERAD[AO]|APROVAD[AO])$/,
  ],
];

export function accountStateOf(word: string | null): AccountState | null {
  const key = plainWord(word ?? '');
  if (CHANGING.test(key)) return 'changing';
  const denied = negationIn(key)?.denied;
  if (denied === undefined) return firstIn(ACCOUNT, key);
  return BLOCKED.test(denied) ? 'open' : null;
}

const BLOCKED_BALANCE = /BLOCK|HELD|(?:^|_)HOLD(?:_|$)|LOCKED|FROZEN|BLOQUE|RETID|CONGELAD/;

/** True if a line's word for its balance means blocked money. */
export function isBlockedBalance(word: string | null): boolean {
  const key = plainWord(word ?? '');
  return BLOCKED_BALANCE.test(negationIn(key)?.before ?? key);
}

const TROUBLE =
  'INCIDENT|OUTAGE|ERROR|FAIL|ISSUE|PROBLEM|DISRUPT|DOWN|FALHA|ERRO|INSTAB|INTERRUP|DEGRAD|OFFLINE|PARTIAL|PARCIA|MAINT|MANUTENC|FORA_DO_AR|INACTIV|INATIV|INOPERA|INDISPON|INSTAVE|CRITIC';
const UNWELL = new RegExp(`${TROUBLE}|(?:^|_)(?:FALSE|SUSPENDED)(?:_|$)`);
const NO_TROUBLE = new RegExp(`^(?:ZERO|0|NENHUMA?)_(?:[A-Z]+_)?(?:${TROUBLE})`);
const WELL = [
  'OK|UP|ONLINE|HEALTHY|OPERATIONAL|AVAILABLE|ACTIVE|RUNNING|STABLE|NORMAL|PASS|PASSING|TRUE',
  'DISPONIVE(?:L|IS)|OPERACIONA(?:L|IS)|ATIV[AO]S?|ESTAVE(?:L|IS)|NORMA(?:L|IS)|NO_AR',
].join('|');
const CONTAINS_WELL = new RegExp(`(?:^|_)(?:${WELL})(?:_|$)`);
/** Well only if the whole word means it: part of a sentence may be about another day. */
const ALL_WELL = new RegExp(
  `^(?:(?:ALL|SYSTEMS?|SERVICES?|API|STATUS|IS|ARE|TODOS|OS|SISTEMAS?|SERVICOS?)_)*(?:${WELL})$`,
);

/** True if a service's word for its own state means that it is well; null if the word is not known. */
export function isWell(word: string | null): boolean | null {
  const key = plainWord(word ?? '');
  if (ALL_WELL.test(key) || NO_TROUBLE.test(key)) return true;
  const denied = negationIn(key)?.denied;
  if (denied === undefined) return UNWELL.test(key) ? false : null;
  return UNWELL.test(denied) ? true : CONTAINS_WELL.test(denied) ? false : null;
}

/** Reads status words by meaning, with one table for each kind of word. Pure; for browser and server. */

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

/** Null: an unknown word, or one that only denies (UNVERIFIED, NOT_APPROVED): neither running nor failed. */
export function checkStateOf(word: string | null): CheckState | null {
  if (word === null) return null;
  const key = plainWord(word);
  const denial = negationIn(key);
  if (denial === null) return firstIn(CHECK, key);
  if (/^SUC(?:CE|ESSO)/.test(denial.denied) || /(?:^|_)(?:DISAPPROV|DESAPROV)/.test(key)) return 'failed';
  const meaning = firstIn(CHECK, denial.before);
  return meaning === 'verified' ? null : meaning;
}

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
