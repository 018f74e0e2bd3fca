import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Grant, Permission } from '#lib/auth/permissions.ts';
import type { SignedIn } from '#lib/auth/server/session.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { AuditEntry, AuditNote } from '#lib/data/audit/append.ts';
import type { Reach } from '#lib/providers/reach.ts';

/** Where a call came from. `address` is the peer's, or the one that a trusted proxy forwarded. */
export type RequestOrigin = { id: string; address: string | null; userAgent: string | null };

/** The idempotency key that a call holds, since when (`startedAt`), and the status of its usual answer. */
export type BoundIntent = {
  operatorId: string;
  account: string;
  key: string;
  startedAt: string;
  status: number;
  shownOnce?: boolean;
};

/** The context of a signed-in operator outside any account. */
export type OperatorCtx = {
  operator: SignedIn['operator'];
  sessionId: string;
  method: SignedIn['method'];
  grants: Grant[];
  /** Permissions on the call's account. Without an account: permissions granted on all accounts. */
  permissions: Set<Permission>;
  locale: Locale;
  request: RequestOrigin;
  signal?: AbortSignal;
  /** The idempotency key of this call. The operation that it starts is bound to it and answers repeats. */
  intent?: BoundIntent;
  /** Appends an audit entry immediately. A change uses `auditEntry` and appends in its own transaction. */
  audit(entry: AuditNote): Promise<void>;
  auditEntry(entry: AuditNote): AuditEntry;
};

/** The context of a signed-in operator on an account that they may read, with its provider. */
export type Ctx = OperatorCtx & Reach & { account: Account };

export type { AuditNote } from '#lib/data/audit/append.ts';

const MARK = Symbol.for('guiche.reply');

/** A handler's answer with its own status (200: confirmed, 202: outcome not known yet). */
export class Reply {
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  readonly [MARK] = true;
  readonly status: number;
  readonly value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.value = value;
  }
}

/** The caller's origin, from headers that Guichê's own server sets; it drops the client's of these names. */
export function originOf(headers: Headers): RequestOrigin {
  return {
    id: headers.get('x-guiche-request-id') ?? crypto.randomUUID(),
    address: headers.get('x-guiche-client-address'),
    userAgent: headers.get('user-agent'),
  };
}
