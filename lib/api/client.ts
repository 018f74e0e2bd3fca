import { connection } from '#lib/api/connection.ts';
import { type InputOf, methodOf, type OutputOf, pathOf } from '#lib/api/endpoint.ts';
import { SERVER_TIME, serverClock, serverNow } from '#lib/core/clock.ts';
import type { Problem } from '#lib/core/errors.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type Input<E, K extends 'params' | 'query' | 'body'> =
  undefined extends InputOf<E, K> ? { [P in K]?: InputOf<E, K> } : { [P in K]: InputOf<E, K> };
/** What addresses a call, without its endpoint's types. */
export type CallParts = {
  account?: string | undefined;
  params?: object | undefined;
  query?: object | undefined;
};
type How = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /**
   * The page makes this change without a click: an operator who declined to sign in again is not prompted.
   */
  byItself?: boolean;
  /** The call ends the session. If the session is already over, the client does not request a new sign-in. */
  ending?: boolean;
};
type Query<E> =
  Record<never, never> extends InputOf<E, 'query'> ? { query?: InputOf<E, 'query'> } : Input<E, 'query'>;
/** The path parameters, query and body of a call, and the account slug for an account's endpoint. */
export type CallInput<K extends keyof Endpoints> = Input<Endpoints[K], 'params'> &
  Query<Endpoints[K]> &
  Input<Endpoints[K], 'body'> &
  (K extends `${string} /api${string}` ? { account?: never } : { account: string });
export type Options<K extends keyof Endpoints> = CallInput<K> & How;
export type Answer<K extends keyof Endpoints> = OutputOf<Endpoints[K], 'response'>;

/** A refused or failed call. `problem` comes from the server, or states that the server was unreachable. */
export class CallError extends Error {
  readonly problem: Problem;
  readonly at: Date;
  constructor(problem: Problem, at = new Date(serverNow())) {
    super(problem.title);
    this.name = 'CallError';
    this.problem = problem;
    this.at = at;
  }
}

/** A query as an address carries it: values as text, empty ones dropped. */
export const queryTexts = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );

/** The URL of an endpoint with its path parameters filled in. */
export function urlOf(
  key: keyof Endpoints,
  account: string | undefined,
  params: object = {},
  query: object = {},
): string {
  const values: Record<string, unknown> = { account, ...params };
  const path = pathOf(key).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(queryTexts(query));
  return search.size > 0 ? `${path}?${search}` : path;
}

type AnswerHere = (key: keyof Endpoints, input: CallParts) => Promise<unknown> | undefined;
let answerHere: AnswerHere = () => undefined;

/** Registers what answers calls without the network: the server does, for its first paints. */
export function offerAnswers(offer: AnswerHere): void {
  answerHere = offer;
}

/** Calls an endpoint by its key. Throws CallError with the server's problem. */
export async function call<K extends keyof Endpoints>(key: K, options: Options<K>): Promise<Answer<K>> {
  const here = answerHere(key, options);
  if (here !== undefined) return (await here) as Answer<K>;
  const { account, params, query, body, signal, idempotencyKey, byItself, ending } = options as CallParts &
    How & { body?: unknown };
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const method = methodOf(key);
  const init: RequestInit = {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  const byHand = ending ? null : method !== 'GET' && !byItself;
  const response = await send(urlOf(key, account, params, query), init, byHand);
  return response.status === 204 ? (undefined as never) : ((await response.json()) as never);
}

/**
 * Sends a request; after an ended session it requests a sign-in and sends it once more. `byHand`: true for an
 * operator's click, false for the page's own call, null: never requests one. Throws CallError.
 */
export async function send(url: string, init: RequestInit, byHand: boolean | null): Promise<Response> {
  const first = await fetched(url, init);
  if (first.ok) return first;
  const problem = await readProblem(first);
  const again = problem.code === 'unauthenticated' && byHand !== null && (await signedInAgain({ byHand }));
  if (!again) throw new CallError(problem);
  const second = await fetched(url, init);
  if (second.ok) return second;
  throw new CallError(await readProblem(second));
}

const PROXY_STATUSES = new Set([502, 503, 504]);

async function fetched(url: string, init: RequestInit): Promise<Response> {
  const noteServerTime = serverClock.asking();
  try {
    const response = await fetch(url, init);
    noteServerTime(response.headers.get(SERVER_TIME));
    return response;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    connection.reportNoAnswer();
    throw new CallError({ type: 'about:blank', title: 'offline', status: 0, code: 'unavailable' });
  }
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.code === 'string') return problem;
  } catch {
    // The body is not a problem of ours: a proxy's page or a truncated answer.
  }
  if (PROXY_STATUSES.has(response.status)) connection.reportNoAnswer();
  return { type: 'about:blank', title: response.statusText, status: response.status, code: 'unavailable' };
}

/** Shows a sign-in and resolves to true once the same operator has signed in again. */
type RequestSignIn = () => Promise<boolean>;

let requestSignIn: RequestSignIn | null = null;
let pendingSignIn: Promise<boolean> | null = null;
let refused = false;

/** Registers the shell's sign-in dialog while it is on screen. Returns the function that removes it. */
export function offerSignIn(offer: RequestSignIn): () => void {
  requestSignIn = offer;
  refused = false;
  return () => {
    if (requestSignIn === offer) requestSignIn = null;
  };
}

/** One sign-in for all calls. False if nothing shows it, or after a refusal unless by a click (`byHand`). */
export async function signedInAgain({ byHand }: { byHand: boolean }): Promise<boolean> {
  if (requestSignIn === null || (refused && !byHand)) return false;
  pendingSignIn ??= requestSignIn().finally(() => {
    pendingSignIn = null;
  });
  const signedIn = await pendingSignIn;
  refused = !signedIn;
  return signedIn;
}
