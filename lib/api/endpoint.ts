import type { ZodType, z } from 'zod';
import type { Permission } from '#lib/auth/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint. Its key is `METHOD /path`, from `/api` or relative to `/api/accounts/{account}`. */
export type Endpoint = {
  /** The permission on the account (on all accounts for `/api` paths), `signed-in`, or null for none. */
  permission: Permission | 'signed-in' | null;
  /** `token`: the handler compares the token itself. */
  auth?: 'session' | 'signature' | 'token' | 'none';
  answer?: 'json' | 'stream' | 'events' | 'raw';
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
  /** Schema of `existing` in a refusal. Without a matching one, its data is masked by field name. */
  existing?: ZodType;
  status?: number;
};

export type EndpointKey = `${Method} /${string}`;
export type EndpointMap = Record<EndpointKey, Endpoint>;

export type InputOf<E, K extends 'params' | 'query' | 'body'> = E extends {
  [P in K]: infer S extends ZodType;
}
  ? z.input<S>
  : undefined;
export type OutputOf<E, K extends 'params' | 'query' | 'body' | 'response'> = E extends {
  [P in K]: infer S extends ZodType;
}
  ? z.output<S>
  : undefined;

/** Maximum body size of a call without a session. Any e-mail, password and form token fit. */
export const ATTEMPT_BYTES = 16 * 1024;

/** The full path template of a key: `GET /balance` → `/api/accounts/{account}/balance`. */
export function pathOf(key: string): string {
  const path = key.slice(key.indexOf(' ') + 1);
  return path.startsWith('/api') ? path : `/api/accounts/{account}${path}`;
}

export const methodOf = (key: string): Method => key.slice(0, key.indexOf(' ')) as Method;
