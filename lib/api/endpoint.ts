import type { ZodType, z } from 'zod';
import type { Permission } from '#lib/auth/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The input, answer and requirements of one endpoint. Its key in a contract is `METHOD /path`. A path that
 * does not begin with `/api` is relative to `/api/accounts/{account}`.
 */
export type Endpoint = {
  /**
   * The required permission on the account (on all accounts for `/api` paths), `signed-in`, or null for none.
   */
  permission: Permission | 'signed-in' | null;
  /** `token`: the handler compares the token itself. */
  auth?: 'session' | 'signature' | 'token' | 'none';
  answer?: 'json' | 'stream' | 'events' | 'raw';
  /** Requires a proof of identity from the last ten minutes. */
  stepUp?: boolean;
  /** Requires an `Idempotency-Key`: the call changes something at the provider or in the settings. */
  idempotency?: boolean;
  /** The answer is shown only once. It is not stored, and a repeat gets `already_done`. */
  shownOnce?: boolean;
  /** Open to a session that must set up a second factor before it may do anything else. */
  enrols?: boolean;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** Maximum body size in bytes. Default: 1,000,000 with a session, `ATTEMPT_BYTES` without. */
  maxBody?: number;
  /** Body members that must not even be hashed (a card). A repeat is recognized by the other members. */
  unhashed?: readonly string[];
  response?: ZodType;
  /**
   * Schema of `existing` in a refusal. Without a matching schema, its personal data is masked by field name.
   */
  existing?: ZodType;
  /** Success status. Default 200. */
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

/**
 * Maximum body size of a call without a session, such as a sign-in. Any e-mail, password and form token fit.
 */
export const ATTEMPT_BYTES = 16 * 1024;

/** The full path template of a key: `GET /balance` → `/api/accounts/{account}/balance`. */
export function pathOf(key: string): string {
  const path = key.slice(key.indexOf(' ') + 1);
  return path.startsWith('/api') ? path : `/api/accounts/{account}${path}`;
}

export function methodOf(key: string): Method {
  return key.slice(0, key.indexOf(' ')) as Method;
}
