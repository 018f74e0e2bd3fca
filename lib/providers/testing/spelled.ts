import { FULL } from '../../../e2e/support/full.ts';

/** Answers as a service might spell them, by seed: an independent reading of what documents 1 to 3 leave open. */

export type Random = {
  next: () => number;
  pick: <T>(list: readonly T[]) => T;
  chance: (of: number) => boolean;
};

/** Seeds of the spellings that each answer is read in: the first hundred in `npm test`. */
export const SEEDS = Array.from({ length: FULL ? 500 : 100 }, (_, seed) => seed);

/** The same numbers for the same seed. */
export function randomBy(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    chance: (of) => next() < of,
  };
}

const CASES: readonly ((words: string[]) => string)[] = [
  (words) => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.map(capital).join(''),
  (words) => words.join('_').toUpperCase(),
];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export type Json = Record<string, unknown>;
export type Style = {
  case: (words: string[]) => string;
  /** Own name before the id, the amount and the state. */
  prefixed: boolean;
  /** Numbers as JSON text. */
  numbersAsText: boolean;
  /** `all-but-id`: all but the id one level down. */
  nesting: 'flat' | 'attributes' | 'data' | 'own' | 'all-but-id';
  envelope: (rows: Json[], names: readonly string[]) => unknown;
};

const ENVELOPES: readonly Style['envelope'][] = [
  (rows) => rows,
  (rows) => ({ data: rows }),
  (rows, [name = 'rows']) => ({ [name]: rows }),
  (rows, [name = 'rows']) => ({ data: { [name]: rows, pagination: { page: 1, totalPages: 1 } } }),
  (rows, [name = 'rows']) => ({ [name]: rows, holds: [], pagination: { hasNextPage: false } }),
  (rows) => ({ records: rows, pendingBlocks: [], total: rows.length }),
  (rows) => ({ success: true, result: { page: { movementsFound: rows }, errors: [] } }),
  (rows) => ({ status: 'ok', payload: { items: rows, notices: [] } }),
];

/** Envelopes of one thing, where no list was requested. */
const SINGLES: readonly ((thing: Json, own: string) => unknown)[] = [
  (thing) => thing,
  (thing) => ({ data: thing }),
  (thing, own) => ({ [own]: thing, message: 'ok' }),
  (thing, own) => ({ data: { [own]: thing }, warnings: [] }),
  (thing) => ({ success: true, result: thing, errors: [] }),
  (thing, own) => ({ status: 'ok', payload: { [own]: thing } }),
  (thing) => ({ data: [thing] }),
  (thing) => [thing],
  (thing, own) => ({ requestId: 'req-1', meta: { id: 'req-1' }, [own]: thing, links: [] }),
  (thing) => ({ id: 'evt-1', status: 'ok', content: thing }),
  (thing, own) => ({ [own]: thing, account: { id: 'acc-1', name: 'Loja', amount: 7, status: 'ACTIVE' } }),
];
export const singleBy = (random: Random) => random.pick(SINGLES);

export function styleBy(random: Random): Style {
  return {
    case: random.pick(CASES),
    prefixed: random.chance(0.3),
    numbersAsText: random.chance(0.4),
    nesting: random.pick(['flat', 'flat', 'flat', 'attributes', 'data', 'own', 'all-but-id']),
    envelope: random.pick(ENVELOPES),
  };
}

export const spell = (style: Style, name: string) =>
  style.case(
    name
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase()
      .split(' '),
  );

/** One row: its fields under the names of this service, in this service's style. */
export function rowIn(style: Style, own: string, fields: Json): Json {
  const row: Json = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    row[spell(style, name)] = written(style, value);
  }
  if (style.nesting === 'flat') return row;
  if (style.nesting === 'all-but-id') {
    const { [spell(style, 'id')]: id, ...attributes } = row;
    return id === undefined ? { attributes } : { [spell(style, 'id')]: id, attributes };
  }
  return { [style.nesting === 'own' ? spell(style, own) : style.nesting]: row };
}

function written(style: Style, value: unknown): unknown {
  if (typeof value === 'number') return style.numbersAsText ? String(value) : value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [spell(style, name), written(style, inner)]),
  );
}
