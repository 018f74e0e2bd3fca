import 'server-only';
import type { NextRequest } from 'next/server';
import type { ReadCookie } from '#lib/auth/server/cookies.ts';

/** The part of a request that the API reads: of the framework's own (`ofFramework`), or of Node's before it (`scripts/api-door.ts`). */
export type ApiRequest = {
  method: string;
  /** As it was asked for: its segments are not decoded. */
  path: string;
  /** The query with its question mark; empty without one. */
  search: string;
  headers: Headers;
  cookie: ReadCookie;
  body: AsyncIterable<Uint8Array> | null;
  formData: () => Promise<FormData>;
  /** Aborted once nobody waits for the answer any more. */
  signal: AbortSignal;
};

export type Door = (request: ApiRequest) => Promise<Response>;

export const ofFramework = (request: NextRequest): ApiRequest => ({
  method: request.method,
  path: request.nextUrl.pathname,
  search: request.nextUrl.search,
  headers: request.headers,
  cookie: (name) => request.cookies.get(name)?.value,
  body: request.body,
  formData: () => request.formData(),
  signal: request.signal,
});
