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

const HELD = /BLOCK|HELD|(?:^|_)HOLD(?:_|$)|LOCKED|FROZEN|BLOQUE|RETID|CONGELAD/;

/** True if a line's word for its balance means held money. */
export function isHeldBalance(word: string | null): boolean {
  const key = plainWord(word ?? '');
  return HELD.test(negationIn(key)?.before ?? key);
}

const TROUBLE =
  'INCIDENT|OUTAGE|ERROR|FAIL|ISSUE|PROBLEM|DISRUPT|DOWN|FALHA|ERRO|INSTAB|INTERRUP|DEGRAD|OFFLINE|PARTIAL|PARCIA|MAINT|MANUTENC|FORA_DO_AR|INACTIV|INATIV|INOPERA|INDISPON|INSTAVE|CRITIC';
const UNWELL = new RegExp(`${TROUBLE}|(?:^|_)(?:FALSE|SUSPENDED)(?:_|$)`);
const NO_TROUBLE = new RegExp(`^(?:ZERO|0|NENHUMA?)_(?:[A-Z]+_)?(?:${TROUBLE})`);
const WELL = [
  'OK|UP|ONLINE|HEALTHY|OPERATIONAL|AVAILABLE|ACTIVE|RUNNING|STABLE|NORMAL|PASS|PASSING|TRUE',
  'DISPONIVE(?:L|IS)|OPERACIONA(?:L|IS)|ATIV[AO]S?|ESTAVE(?:L|IS)|NORMA(?:L|IS)|NO_AR',
].join('|');
const SAYS_WELL = new RegExp(`(?:^|_)(?:${WELL})(?:_|$)`);
/** Well only if the whole word says so: part of a sentence may be about another day. */
const ALL_WELL = new RegExp(
  `^(?:(?:ALL|SYSTEMS?|SERVICES?|API|STATUS|IS|ARE|TODOS|OS|SISTEMAS?|SERVICOS?)_)*(?:${WELL})$`,
);

/** True if a service's word for its own state means that it is well; null if the word is not known. */
export function isWell(word: string | null): boolean | null {
  const key = plainWord(word ?? '');
  if (ALL_WELL.test(key) || NO_TROUBLE.test(key)) return true;
  const denied = negationIn(key)?.denied;
  if (denied === undefined) return UNWELL.test(key) ? false : null;
  return UNWELL.test(denied) ? true : SAYS_WELL.test(denied) ? false : null;
}
