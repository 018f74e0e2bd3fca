import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { dbNow, fromNow } from '#lib/db/clock.ts';
import { resends } from '#lib/db/schema/resends.ts';
import { GuicheError } from '#lib/errors.ts';
import type { ResendScope } from '#lib/resends/contract.ts';
import { PREVIEW_MS } from '#lib/resends/server/collect.ts';
import { type Intent, intentOf } from '#lib/resends/server/intent-of.ts';
import { insertItems } from '#lib/resends/server/items.ts';
import { limitsOf } from '#lib/resends/server/limits.ts';
import { lineOf, providerNow } from '#lib/resends/server/line.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';

/** A transaction just younger than the age limit would be too old by the time it is requested. */
const AGE_MARGIN_MS = 5 * 60_000;

/** Writes a resend as it was asked for, with nothing read yet; `more` in the same transaction. */
export async function writeResend(
  ctx: Ctx,
  body: ResendScope,
  state: 'preview' | 'queued',
  more: (tx: Transaction, row: ResendRow) => Promise<ResendRow>,
): Promise<ResendRow> {
  const line = await lineOf(ctx.account.id);
  const asked = line.registered === 'no' ? withoutWindow(body) : body;
  const intent = intentOf(asked, await webhookOf(ctx, asked));
  if (intent.scope === 'filter' && 'webhookId' in intent.filter && line.registered === 'no')
    throw new GuicheError('not_supported', 'This service resends a webhook’s failures only all together.');
  const earliest = new Date(providerNow(line) - limitsOf(ctx.account).maxAgeMs + AGE_MARGIN_MS);
  return db().transaction(async (tx) => {
    const row = await insert(tx, ctx, intent, state, earliest);
    await insertItems(tx, selectedOf(row, intent));
    return more(tx, row);
  });
}

async function insert(
  tx: Transaction,
  ctx: Ctx,
  { scope, filter, everything, gathering }: Intent,
  state: string,
  earliest: Date,
): Promise<ResendRow> {
  const [row] = await tx
    .insert(resends)
    .values({
      id: `rs_${randomBytes(12).toString('base64url')}`,
      accountId: ctx.account.id,
      state,
      scope,
      filter,
      everything,
      gathering,
      earliest,
      estimated: scope === 'webhook',
      operatorId: ctx.operator.id,
      createdAt: dbNow,
      expiresAt: state === 'preview' ? fromNow(PREVIEW_MS) : null,
    })
    .returning();
  if (row === undefined) throw new Error('A resend was not written.');
  return row;
}

/** Such a service sends a webhook's failures only all together, whatever the period. */
const withoutWindow = (body: ResendScope): ResendScope =>
  body.scope === 'failures' && body.webhookId !== undefined
    ? { scope: 'webhook', webhookId: body.webhookId }
    : body;

const selectedOf = (row: ResendRow, { ids }: Intent) =>
  ids.map((transactionId) => ({
    resendId: row.id,
    accountId: row.accountId,
    transactionId,
    state: 'remaining',
    read: false,
  }));

/** The webhook that was named, with its url where the service tells it. */
async function webhookOf(ctx: Ctx, body: ResendScope): Promise<{ id: string; url: string | null } | null> {
  const named = body.scope === 'filter' ? body.filter : body;
  const id = 'webhookId' in named ? named.webhookId : undefined;
  if (id === undefined) return null;
  const webhook = (await ctx.port.webhooks?.get(id, ctx.call).catch(() => null)) ?? null;
  return { id, url: webhook?.url ?? null };
}
