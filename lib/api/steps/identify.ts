import 'server-only';
import { accountBySlug } from '#lib/accounts/server/account.ts';
import type { AuditNote, Ctx, OperatorCtx, RequestOrigin } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import { type Permission, permissionsOn } from '#lib/auth/permissions.ts';
import type { ReadCookie } from '#lib/auth/server/cookies.ts';
import { sessionOf } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { type AuditEntry, audit, sessionMark } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

/** Step "session": the caller's context; null without a valid session. */
export async function identify(cookies: ReadCookie, request: RequestOrigin): Promise<OperatorCtx | null> {
  const signedIn = await sessionOf(cookies);
  if (signedIn === null) return null;
  const { operator, sessionId, method, grants } = signedIn;
  const auditEntry = (note: AuditNote): AuditEntry => ({
    operatorId: operator.id,
    accountId: null,
    address: request.address,
    userAgent: request.userAgent,
    session: sessionMark(sessionId),
    ...note,
    result: note.result ?? 'ok',
  });
  return {
    operator,
    sessionId,
    method,
    grants,
    permissions: permissionsOn(grants, '*'),
    locale: asLocale(cookies('locale')),
    request,
    auditEntry,
    audit: (note) => audit(db(), auditEntry(note)),
  };
}

/** Step "account": `not_found` both for a missing account and for one that the operator may not see. */
export async function enterAccount(who: OperatorCtx, slug: string): Promise<Ctx> {
  const account = await accountBySlug(slug);
  const permissions = account === null ? new Set<Permission>() : permissionsOn(who.grants, account.id);
  if (account !== null && !permissions.has('read'))
    await auditOnce(who, { action: 'permission', target: account.id, after: { needed: 'read' } });
  if (account === null || !permissions.has('read')) throw new GuicheError('not_found', 'No such account.');
  const auditEntry = (note: AuditNote) => ({ ...who.auditEntry(note), accountId: account.id });
  return {
    ...who,
    account,
    permissions,
    ...reachFor(portFor(account), who.signal),
    auditEntry,
    audit: (note) => audit(db(), auditEntry(note)),
  };
}
