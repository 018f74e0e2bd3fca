import 'server-only';
import { fieldConflict } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { adminExists, newSetUpLink } from '#lib/auth/server/first-admin.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';

/**
 * Creates the link for the first real administrator: one use, one hour. GuicheError `conflict` when one
 * exists.
 */
export function makeSetUpLink({ ctx }: { ctx: OperatorCtx }): Promise<{ url: string }> {
  return db().transaction(async (tx) => {
    if (await adminExists(tx))
      throw fieldConflict('administrator', 'exists', 'An administrator of your own exists.');
    await appendAudit(tx, ctx.auditEntry({ action: 'operator.set-up-link', target: null }));
    return { url: await newSetUpLink(tx) };
  });
}
