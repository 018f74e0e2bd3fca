import { firstIn, plainWord, type Reading } from '#lib/plain-word.ts';

/** State words of an account, of its balances and of the service itself, read by meaning as in `states.ts`. Pure. */

export type AccountState = 'open' | 'blocked' | 'changing';

const ACCOUNT: Reading<AccountState> = [
  [
    'changing',
    /(?:UN|DES)(?:BLOCK|BLOQUE|LOCK|FREEZ|SUSPEN)\w*_(?:PENDING|REQUEST|PROCESS|SCHEDUL|PENDENTE)/,
  ],
  ['changing', /(?:PENDING|AWAITING|WAITING|AGUARDANDO)_(?:FOR_)?(?:UN|DES)(?:BLOCK|BLOQUE|LOCK|FREEZ)/],
  ['open', /(?:^|_)(?:NOT|UN|NAO|DES)_?(?:BLOCK|LOCKED|SUSPEN|FROZEN|BLOQUE)/],
  ['blocked', /BLOCK|SUSPEN|LOCKED|FROZEN|BLOQUE|CONGELAD/],
  [
    'open',
    /^(?:(?:ACCOUNT|CONTA|STATUS|IS)_)*(?:ACTIVE|ACTIVATED|ENABLED|OK|APPROVED|REGULAR|NORMAL|ATIV[AO]|LIBERAD[AO]|APROVAD[AO])$/,
  ],
];

export const accountStateOf = (word: string | null) => firstIn(ACCOUNT, plainWord(word ?? ''));

const BALANCE: Reading<'free' | 'held'> = [
  ['free', /(?:^|_)(?:NOT|NON|UN|NAO|DES)_?(?:BLOCK|LOCKED|HELD|FROZEN|BLOQUE|RETID)/],
  ['held', /BLOCK|HELD|(?:^|_)HOLD(?:_|$)|LOCKED|FROZEN|BLOQUE|RETID|CONGELAD/],
];

/** Tells if a line's word for its balance means the money that is held back. */
export const isHeldBalance = (word: string | null) => firstIn(BALANCE, plainWord(word ?? '')) === 'held';

const TROUBLE = 'INCIDENT|OUTAGE|ERROR|FAIL|ISSUE|PROBLEM|DISRUPT|DOWNTIME|FALHA|ERRO|INSTABIL|INTERRUP';
const WELL = 'OK|UP|ONLINE|HEALTHY|OPERATIONAL|AVAILABLE|ACTIVE|RUNNING|STABLE|NORMAL';
const BEM = 'DISPONIVE(?:L|IS)|OPERACIONA(?:L|IS)|ATIV[AO]S?|ESTAVE(?:L|IS)|NORMA(?:L|IS)|NO_AR';

/** Well only as the whole word says it: of a sentence a part may be meant for another day. */
const SERVICE: Reading<'well' | 'unwell'> = [
  ['well', new RegExp(`^(?:NO|ZERO|0|WITHOUT|SEM|NENHUM[A]?)_(?:[A-Z]+_)?(?:${TROUBLE})\\w*$`)],
  ['unwell', new RegExp(`(?:^|_)(?:NOT|NO_LONGER|UN|IN|NAO)_?(?:${WELL}|${BEM})(?:_|$)`)],
  ['unwell', new RegExp(`DOWN|DEGRAD|OFFLINE|PARTIAL|PARCIA|MAINT|MANUTENC|FORA_DO_AR|${TROUBLE}`)],
  ['unwell', /UNAVAIL|INDISPON|INSTAVE|UNHEALTH|CRITICAL|CRITIC[AO]|(?:^|_)(?:FALSE|SUSPENDED)(?:_|$)/],
  [
    'well',
    new RegExp(
      `^(?:(?:ALL|SYSTEMS?|SERVICES?|API|STATUS|IS|ARE|TODOS|OS|SISTEMAS?|SERVICOS?)_)*(?:${WELL}|${BEM}|PASS|PASSING|TRUE)$`,
    ),
  ],
];

/** Null where a service's word for its own state is not known. */
export function isWell(word: string | null): boolean | null {
  const state = firstIn(SERVICE, plainWord(word ?? ''));
  return state === null ? null : state === 'well';
}
