import type { AuditNote, Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

type Who = Pick<Ctx['operator'], 'id' | 'name' | 'email'>;

/** A call of this operator on an account, with what the audit records written there. */
export function callContext(
  account: Ctx['account'],
  operator: Who,
  permissions: readonly Permission[],
  over: Partial<Ctx> = {},
): Ctx {
  const entry = (note: AuditNote) => ({
    operatorId: operator.id,
    accountId: account.id,
    address: null,
    userAgent: null,
    ...note,
    result: note.result ?? ('ok' as const),
  });
  return {
    operator: { ...operator, preferences: {}, factors: [] },
    method: 'password',
    sessionId: 's',
    grants: [],
    permissions: new Set(permissions),
    locale: 'pt-BR',
    request: { id: 'r', address: null, userAgent: null },
    account,
    ...reachFor(portFor(account)),
    auditEntry: entry,
    audit: (note) => db().transaction((tx) => appendAudit(tx, entry(note))),
    ...over,
  };
}

/** Why a call is refused; null where it is not. */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as GuicheError,
  );
