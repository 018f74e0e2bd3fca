import type { InputOf, OutputOf } from '#lib/api/endpoint.ts';
import { methodOf, pathOf } from '#lib/api/endpoint.ts';
import type { Problem } from '#lib/api/errors.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type Input<E, K extends 'params' | 'query' | 'body'> =
  undefined extends InputOf<E, K> ? { [P in K]?: InputOf<E, K> } : { [P in K]: InputOf<E, K> };
type Loose = {
  account?: string;
  params?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
};
type Options<K extends keyof Endpoints> = Input<Endpoints[K], 'params'> &
  Input<Endpoints[K], 'query'> &
  Input<Endpoints[K], 'body'> &
  (K extends `${string} /api${string}` ? { account?: never } : { account: string }) & {
    signal?: AbortSignal;
    idempotencyKey?: string;
  };

/** A refused or failed call; `problem` is what the server said, or says that it could not be reached. */
export class CallError extends Error {
  readonly problem: Problem;
  readonly at: Date;
  constructor(problem: Problem, at = new Date()) {
    super(problem.title);
    this.name = 'CallError';
    this.problem = problem;
    this.at = at;
  }
}

/** Address of an endpoint with its parameters filled in; empty query values are left out. */
export function urlOf(
  key: keyof Endpoints,
  account: string | undefined,
  params: object = {},
  query: object = {},
): string {
  const values: Record<string, unknown> = { account, ...params };
  const path = pathOf(key).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Calls an endpoint by its key; throws CallError with the server's problem. */
export async function call<K extends keyof Endpoints>(
  key: K,
  options: Options<K>,
): Promise<OutputOf<Endpoints[K], 'response'>> {
  const { account, params, query, body, signal, idempotencyKey } = options as Loose;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const response = await fetch(urlOf(key, account, params, query), {
    method: methodOf(key),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError({ type: 'about:blank', title: 'offline', status: 0, code: 'unavailable' });
  });
  if (response.status === 204) return undefined as never;
  if (response.ok) return (await response.json()) as never;
  throw new CallError(await readProblem(response));
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.code === 'string') return problem;
  } catch {
    // Not from our handlers (a proxy's page, a cut answer): worded below.
  }
  return { type: 'about:blank', title: response.statusText, status: response.status, code: 'unavailable' };
}
