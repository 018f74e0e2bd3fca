import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Grant, Permission } from '#lib/auth/permissions.ts';
import type { SignedIn } from '#lib/auth/server/session.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { AuditEntry } from '#lib/data/audit/append.ts';
import type { Reach } from '#lib/providers/reach.ts';

/** Where a call came from. `address` is the peer's, or the forwarded one where a trusted proxy named it. */
export type RequestOrigin = { id: string; address: string | null; userAgent: string | null };

/** The idempotency key that a call holds, since when, and the status that its answer will have. */
export type BoundIntent = {
  operatorId: string;
  account: string;
  key: string;
  startedAt: string;
  status: number;
  shownOnce?: boolean;
};

/** Somebody signed in, on no account in particular. */
export type OperatorCtx = {
  operator: SignedIn['operator'];
  sessionId: string;
  method: SignedIn['method'];
  grants: Grant[];
  /** Permissions on the account of the call, or on all accounts where it names none. */
  permissions: Set<Permission>;
  locale: Locale;
  request: RequestOrigin;
  signal?: AbortSignal;
  /** The idempotency key of this call, so that the operation it begins answers its repeats. */
  intent?: BoundIntent;
  /** Appends an entry on its own; a change appends within its transaction instead (`auditEntry`). */
  audit(entry: AuditNote): Promise<void>;
  auditEntry(entry: AuditNote): AuditEntry;
};

/** Somebody signed in, on an account they may read, with its provider. */
export type Ctx = OperatorCtx & Reach & { account: Account };

export type AuditNote = Pick<AuditEntry, 'action' | 'target' | 'before' | 'after' | 'providerRequestId'> & {
  result?: AuditEntry['result'];
};
