import 'server-only';
import { and, eq, ne, notInArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { resends } from '#lib/db/schema/resends.ts';
import { GuicheError } from '#lib/errors.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';

/** A resend of the account that was begun; `not_found` for previews and other accounts'. */
export async function resendRow(ctx: Ctx, id: string): Promise<ResendRow> {
  const [row] = await begun(db(), ctx, id);
  return row ?? notFound();
}

/** The same, held until the transaction ends: nobody pauses, cancels or steps it meanwhile. */
export async function heldResend(tx: Transaction, ctx: Ctx, id: string): Promise<ResendRow> {
  const [row] = await begun(tx, ctx, id).for('update');
  return row ?? notFound();
}

const begun = (tx: Pick<Transaction, 'select'>, ctx: Ctx, id: string) =>
  tx
    .select()
    .from(resends)
    .where(
      and(
        eq(resends.id, id),
        eq(resends.accountId, ctx.account.id),
        notInArray(resends.state, ['preview', 'expired']),
      ),
    );

function notFound(): never {
  throw new GuicheError('not_found', 'No such resend.');
}

/** A preview of the account, whoever made it; `conflict` once its time is over. */
export async function previewRow(ctx: Ctx, id: string): Promise<ResendRow> {
  const [row] = await db()
    .select()
    .from(resends)
    .where(and(eq(resends.id, id), eq(resends.accountId, ctx.account.id), ne(resends.state, 'expired')));
  if (row === undefined) throw new GuicheError('not_found', 'No such preview; it may be over.');
  if (row.state !== 'preview')
    throw new GuicheError('already_done', 'This preview was started already.', {
      existing: { id: row.id, state: row.state },
    });
  if (row.expiresAt !== null && row.expiresAt.getTime() < databaseNow())
    throw new GuicheError('conflict', 'This preview is over: its transactions may have changed.');
  return row;
}
