import 'server-only';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type AuditEntry, audit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { operators, savedViews } from '#lib/data/schema/operators.ts';
import type { SavedView, ViewPage } from '#lib/views/contract.ts';
import { ALL_ACCOUNTS_PATH } from '#lib/views/place.ts';

type ViewRow = typeof savedViews.$inferSelect;

/** Id → slug of the accounts the caller may read, plus `*` with `manage` on all accounts. */
export async function readableAccounts(ctx: OperatorCtx): Promise<Map<string, string>> {
  const all = await listAccounts();
  const readable = all.filter(({ id }) => permissionsOn(ctx.grants, id).has('read'));
  const above = permissionsOn(ctx.grants, ALL_ACCOUNTS_PATH).has('manage')
    ? [[ALL_ACCOUNTS_PATH, ALL_ACCOUNTS_PATH] as const]
    : [];
  return new Map([...readable.map(({ id, slug }) => [id, slug] as const), ...above]);
}

/** A view the caller may see, with its owner's name; `not_found` for every other view. */
export async function visibleView(ctx: OperatorCtx, id: string) {
  const [found] = await withOwner().where(eq(savedViews.id, id));
  const slug = found && (await readableAccounts(ctx)).get(found.view.accountId);
  if (found === undefined || slug === undefined) throw new GuicheError('not_found', 'No such view.');
  if (!found.view.shared && found.view.operatorId !== ctx.operator.id)
    throw new GuicheError('not_found', 'No such view.');
  return { ...found, slug };
}

/** Only its owner or an administrator may change a shared view. Throws `forbidden` and audits the refusal. */
export async function requireChange(ctx: OperatorCtx, view: ViewRow, action: AuditAction): Promise<void> {
  if (mayChange(ctx, view)) return;
  const entry: AuditEntry = { ...viewNote(ctx, view, action), result: 'refused' };
  await auditOnce({ ...ctx, audit: () => audit(db(), entry) }, { action, target: view.id });
  throw new GuicheError('forbidden', 'Only its owner or an administrator of the account may change it.');
}

/** A view's name may name a person, so the log stores only its page and sharing. */
export function viewNote(
  ctx: OperatorCtx,
  { id, accountId, page, shared }: ViewRow,
  action: AuditAction,
): AuditEntry {
  return {
    ...ctx.auditEntry({ action, target: id, after: { page, shared } }),
    accountId: accountId === ALL_ACCOUNTS_PATH ? null : accountId,
  };
}

function mayChange(ctx: OperatorCtx, { operatorId, accountId }: ViewRow): boolean {
  return operatorId === ctx.operator.id || permissionsOn(ctx.grants, accountId).has('manage');
}

const withOwner = () =>
  db()
    .select({ view: savedViews, owner: operators.name })
    .from(savedViews)
    .innerJoin(operators, eq(operators.id, savedViews.operatorId));

export function toSavedView(
  ctx: OperatorCtx,
  { view, owner, slug }: { view: ViewRow; owner: string; slug: string },
): SavedView {
  return {
    id: view.id,
    account: slug,
    page: view.page as ViewPage,
    name: view.name,
    shared: view.shared,
    filters: view.filter as Record<string, string>,
    columns: view.columns as string[],
    owner: { id: view.operatorId, name: owner },
    mine: view.operatorId === ctx.operator.id,
    mayChange: mayChange(ctx, view),
    version: view.version,
    updatedAt: view.updatedAt.toISOString(),
  };
}

/** The caller's own views and the shared ones of readable accounts, sorted by name, in one page. */
export async function listViews({ ctx, query }: Args<'GET /api/settings/views'>) {
  const readable = await readableAccounts(ctx);
  const accountIds = [...readable.keys()].filter(
    (id) => query.account === undefined || readable.get(id) === query.account,
  );
  if (query.account !== undefined && accountIds.length === 0)
    throw new GuicheError('not_found', 'No such account.');
  const rows = await withOwner()
    .where(
      and(
        inArray(savedViews.accountId, accountIds),
        or(savedViews.shared, eq(savedViews.operatorId, ctx.operator.id)),
        query.page === undefined ? undefined : eq(savedViews.page, query.page),
      ),
    )
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id);
  const items: SavedView[] = rows.map((row) =>
    toSavedView(ctx, { ...row, slug: readable.get(row.view.accountId) ?? '' }),
  );
  return { items, nextCursor: null, total: items.length };
}
