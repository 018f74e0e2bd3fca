/** The word in capitals without accents, parts joined by `_`: `emManutenção` is `em manutenção`. Pure. */
export const plainWord = (word: string) =>
  word
    .trim()
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Meanings by the parts of a plain word; the first match counts. */
export type Reading<Meaning> = readonly (readonly [Meaning, RegExp])[];

/** Null: no part of the word is known. */
export const firstIn = <Meaning>(table: Reading<Meaning>, key: string): Meaning | null =>
  table.find(([, pattern]) => pattern.test(key))?.[0] ?? null;

const MAX_CACHED = 500;

/** Caches a reading by its word: a provider has a handful of words, and a list a hundred thousand rows. */
export function perWord<Meaning>(read: (word: string) => Meaning): (word: string) => Meaning {
  const cache = new Map<string, Meaning>();
  return (word) => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const meaning = read(word);
    if (cache.size < MAX_CACHED) cache.set(word, meaning);
    return meaning;
  };
}

/** Finds denials in status words, for every table that reads a word by its parts. Pure. */

/** A part that denies what follows it; `TO_BE_PAID` and `A_SER_PAGO` mean something that is still to come. */
const DENIER =
  /(?:^|_)(?:NOT|NON|UN|NO|NAO|SEM|NEVER|NUNCA|WITHOUT|CANNOT|UNABLE_TO|TO_BE|A_SER)(?:_(?:YET|AINDA|FOI|BEEN|BE))*(?=_|$)/;

/** Beginnings of words that a prefix may deny: UNPAID is denied, UNDER_REVIEW is not. */
const STEMS = [
  'PAID|PAG[OA]|SETTL|CREDITED|CAPTURED|COMPLET|CONFIRM|FINISH|FINALI|CONCLU|LIQUIDA|POSTED|BOOKED|DONE',
  'SUCCE|APPROV|APROVA|AUTHORI[SZ]|AUTORIZ|ACCEPT|VERIFI|VALIDA|PASSED|GRANTED|UPHELD|PROCESSED',
  'REFUND|REVERS|RETURN|ESTORN|DEVOLV|CANCEL|VOIDED|EXPIRED',
  'ANSWER|RESPON|REPLIED|DEFEN|CONTEST|CLOSED|RESOLV|ENCERRA',
  'READY|AVAILABLE|GENERATED|WRITTEN|UPLOADED|ACTIV|REGISTERED|BLOCK|BLOQUE|SUSPEN|LOCK|FROZEN|FREEZ|HELD|RETID|HEALTH',
].join('|');

const NEGATED_INSIDE = new RegExp(
  [
    `(?:^|_)(?:UN|NON|NO)(?=${STEMS})`,
    // These two deny even inside a word: they are part of no other word.
    `(?:NOT|NAO)(?=${STEMS})`,
    // DISAGREED, DISABLED and INACTIVE are words of their own, not denials.
    '(?:^|_)DIS(?=APPROV|CONFIRM|CREDITED)',
    '(?:^|_)DES(?=APROV|AUTORIZ|BLOQUE|CONGEL|SUSPEN)',
    '(?:^|_)IN(?=COMPLET|CONCLU)',
  ].join('|'),
);

const TAKING_BACK =
  '(?:CANCELL?ATION|CANCELAMENTO|VOID|REFUND|REVERSAL|RETURN|CHARGE_?BACK|ESTORNO|DEVOLUCAO|CLOSURE|CLOSING)';

const CAME_TO_NOTHING = new RegExp(
  `(?:^|_)(?=${TAKING_BACK}_(?:\\w+_)?(?:FAIL|ERROR|REJECT|DECLIN|DENIED|REFUSED|CANCEL|ABORT|RECUSAD|NEGAD))`,
);

/** `before`: what comes before the denial and is not denied. `denied`: what it denies. */
export type Negation = { before: string; denied: string };

/** The first denial in a plain word; null if there is none. */
export function negationIn(key: string): Negation | null {
  const found = [DENIER, NEGATED_INSIDE, CAME_TO_NOTHING]
    .map((pattern) => pattern.exec(key))
    .filter((match) => match !== null)
    .sort((a, b) => a.index - b.index)[0];
  if (found === undefined) return null;
  const denied = key.slice(found.index + found[0].length).replace(/^_/, '');
  return { before: key.slice(0, found.index), denied };
}

/** True if what is denied is still to come. */
export const isStillToCome = (key: string): boolean =>
  /(?:^|_)(?:TO_BE|A_SER|NOT_YET|YET|AINDA)(?:_|$)/.test(key);

const UNDER_WAY =
  '(?:PENDING|PENDENTE|REQUEST|SOLICITAD|PROCESS|IN_PROGRESS|STARTED|INITIATED|WAITING|AWAITING|SCHEDULED)';

const STILL_TAKING_BACK = new RegExp(
  [
    `(?:^|_)${TAKING_BACK}_(?:\\w+_)?${UNDER_WAY}`,
    `(?:^|_)(?:PENDING|WAITING|AWAITING|REQUESTED)_(?:FOR_)?${TAKING_BACK}`,
    '(?:^|_)(?:CANCELL?|VOID|REFUND|REVERS)ING(?:_|$)',
  ].join('|'),
);

/** True if a cancellation or refund was begun and has not happened: CANCELLATION_REQUESTED, VOID_PENDING. */
export const isReversedLater = (key: string): boolean => STILL_TAKING_BACK.test(key);
