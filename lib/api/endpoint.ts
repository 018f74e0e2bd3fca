import type { ZodType, z } from 'zod';
import type { Permission } from '#lib/auth/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The input, answer and demands of one endpoint; its key in a contract's map is `METHOD /path`. A path that
 * does not begin with `/api` stands under `/api/accounts/{account}`.
 */
export type Endpoint = {
  /** A permission on the account (on all accounts for paths under `/api`), `signed-in`, or null for none. */
  permission: Permission | 'signed-in' | null;
  /** `token`: one that the handler itself compares. */
  auth?: 'session' | 'signature' | 'token' | 'none';
  answer?: 'json' | 'stream' | 'events' | 'raw';
  /** Needs a proof of identity not older than ten minutes. */
  stepUp?: boolean;
  /** Needs an `Idempotency-Key` (changes at the provider or in the settings). */
  idempotency?: boolean;
  /** Its answer holds what is shown once: none is kept for repeats, which are `already_done`. */
  shownOnce?: boolean;
  /** Open to a session that a policy keeps from everything else until a second factor is set up. */
  enrols?: boolean;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** Most bytes of the body. Default: a megabyte with a session, `ATTEMPT_BYTES` without. */
  maxBody?: number;
  /** Members of the body that no hash may be made of either: a card. A repeat is told by the others. */
  unhashed?: readonly string[];
  response?: ZodType;
  /** Schema of a refusal's `existing` thing; in the rest of a refusal personal data is masked by name. */
  existing?: ZodType;
  /** Success status when it is not 200. */
  status?: number;
};

export type EndpointKey = `${Method} /${string}`;
export type EndpointMap = Record<EndpointKey, Endpoint>;

export type InputOf<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S }
  ? S extends ZodType
    ? z.input<S>
    : undefined
  : undefined;
export type OutputOf<E, K extends 'params' | 'query' | 'body' | 'response'> = E extends { [P in K]: infer S }
  ? S extends ZodType
    ? z.output<S>
    : undefined
  : undefined;

/** Body of a sign-in or another attempt: longer than any e-mail, password and form token. */
export const ATTEMPT_BYTES = 16 * 1024;

/** Full path template of a key: `GET /balance` → `/api/accounts/{account}/balance`. */
export function pathOf(key: string): string {
  const path = key.slice(key.indexOf(' ') + 1);
  return path.startsWith('/api') ? path : `/api/accounts/{account}${path}`;
}

export function methodOf(key: string): Method {
  return key.slice(0, key.indexOf(' ')) as Method;
}
