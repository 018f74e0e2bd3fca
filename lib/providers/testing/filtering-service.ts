import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Random } from './spelled.ts';

/** A service that filters a list in its own way, by seed: an independent reading of what a filter means. */

type Json = Record<string, unknown>;
/** How a service treats a filter that is requested under one of its documented names. */
const MANNERS = ['applies', 'ignores', 'renames', 'refuses'] as const;
export type Manner = (typeof MANNERS)[number];

export type Known = {
  /** The name that the document (or the wire names) give it. */
  name: string;
  /** Name of the filter at a service that renames it. */
  renamed: string;
  fits: (row: Json, value: string) => boolean;
};

export type Manners = Map<string, Manner>;

export function mannersBy(random: Random, filters: readonly Known[]): Manners {
  return new Map(filters.map(({ name }) => [name, random.pick(MANNERS)]));
}

type Counts = { total: number; page: number; pages: number; next: string | null };
type Service = {
  filters: readonly Known[];
  manners: Manners;
  rows: readonly Json[];
  /** The body of an answer. */
  body: (page: Json[], counts: Counts) => unknown;
  /** The body of a 400 for names that it does not know. */
  refusal: (names: readonly string[], accepted: readonly string[]) => unknown;
  /** True when every unknown name is refused, and none is overlooked. */
  strict?: boolean;
};

const PAGING = ['page', 'limit', 'cursor'];

/** Answers a query as such a service would: rows newest first, by page or by cursor. */
export function answerBy({ filters, manners, rows, body, refusal, strict = false }: Service) {
  const nameOf = ({ name, renamed }: Known) => (manners.get(name) === 'renames' ? renamed : name);
  const takes = filters.filter(({ name }) => /applies|renames/.test(manners.get(name) ?? '')).map(nameOf);
  const ignores = filters.filter(({ name }) => manners.get(name) === 'ignores').map(({ name }) => name);
  return (query: URLSearchParams): { status: number; json: unknown } => {
    const isRefused = (key: string) =>
      manners.get(key) === 'refuses' || (strict && ![...takes, ...ignores, ...PAGING].includes(key));
    const refused = [...query.keys()].filter(isRefused);
    if (refused.length > 0) return { status: 400, json: refusal(refused, [...takes, ...ignores, ...PAGING]) };
    const requested = filters.flatMap((filter) => {
      const value = query.get(nameOf(filter));
      return value === null || !takes.includes(nameOf(filter))
        ? []
        : [(row: Json) => filter.fits(row, value)];
    });
    const found = rows.filter((row) => requested.every((fits) => fits(row)));
    const limit = Number(query.get('limit'));
    const begin = query.has('page')
      ? (Number(query.get('page')) - 1) * limit
      : Number(query.get('cursor') ?? 0);
    const counts = {
      total: found.length,
      page: Number(query.get('page')),
      pages: Math.ceil(found.length / limit),
      next: begin + limit < found.length ? String(begin + limit) : null,
    };
    return { status: 200, json: body(found.slice(begin, begin + limit), counts) };
  };
}

/** The same over HTTP. */
export function filteringService(service: Service) {
  const answer = answerBy(service);
  return (request: IncomingMessage, response: ServerResponse) => {
    const { status, json } = answer(new URL(request.url ?? '', 'http://x').searchParams);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  };
}

/** Document 1's envelope, in one of the forms in which its services send it. */
export function refusalOfPix(random: Random): Service['refusal'] {
  const by = random.pick(['field', 'accepted', 'message'] as const);
  return (names, accepted) => {
    const envelope = { status: 'ERROR', error: 'Bad Request', errorCode: 'PZV001', statusCode: 400 };
    const message = by === 'message' ? `Unknown parameter: ${names.join(', ')}` : 'Dados inválidos';
    const reported =
      by === 'accepted'
        ? { message: 'unknown parameter', accepted }
        : { message: 'property should not exist' };
    const details = by === 'message' ? [] : names.map((field) => ({ field, ...reported }));
    return { ...envelope, message, details, requestId: 'r' };
  };
}

/** Document 2's: what it does not know, and mostly what it accepts. */
export function refusalOfHub(random: Random): Service['refusal'] {
  const listsAccepted = random.chance(0.6);
  return (unknownParams, accepted) => ({
    message: 'Unknown query parameter.',
    code: 'REQUEST_UNKNOWN_QUERY_PARAM',
    details: listsAccepted ? { unknownParams, accepted } : { unknownParams },
  });
}
