import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { instantOf, instantsOf } from '#lib/api/list-window.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { hostOf } from '#lib/deliveries/rules.ts';
import type { ResendScope } from '#lib/resends/contract.ts';
import { PREVIEW_MS } from '#lib/resends/server/collect.ts';
import { insertItems, itemOf } from '#lib/resends/server/items.ts';
import { limitsOf, lineOf, providerNow } from '#lib/resends/server/rate-state.ts';
import type { Collection, ResendRow, Webhook } from '#lib/resends/server/resend-row.ts';

/** A transaction just under the age limit would be too old when it is requested. */
const AGE_MARGIN_MS = 5 * 60_000;

/** What a resend stores of its scope: the filter as shown to operators, without ids, and how to read it. */
type Stored = { filter: Record<string, unknown>; gathering: Collection };

/** `invalid_request` names an invalid period. */
function storedScope(body: ResendScope, webhook: Webhook | null): Stored {
  switch (body.scope) {
    case 'transaction':
      return { filter: { transactionId: body.transactionId }, gathering: CHOSEN };
    case 'selection':
      return { filter: { selected: selectedIds(body).length }, gathering: CHOSEN };
    case 'failures':
      return failuresOf(body, webhook);
    case 'filter':
      return { filter: body.filter, gathering: walkOf(body.filter, webhook) };
    case 'webhook': {
      const { webhookId } = body;
      const gathering = { kind: 'webhook', webhook: webhook ?? { id: webhookId, url: null } } as const;
      return { filter: { webhookId }, gathering };
    }
  }
}

/** Selected transaction ids, without duplicates. */
function selectedIds(body: ResendScope): string[] {
  if (body.scope === 'transaction') return [body.transactionId];
  return body.scope === 'selection' ? [...new Set(body.transactionIds)] : [];
}

const CHOSEN: Collection = { kind: 'selection', phase: 'choose', position: null, webhook: null, host: null };

type Failures = Extract<ResendScope, { scope: 'failures' }>;

function failuresOf({ webhookId, from, to, ...rest }: Failures, webhook: Webhook | null): Stored {
  const period = instantsOf({ from, to });
  const host = webhookId === undefined ? (rest.host ?? null) : hostOf(webhook?.url ?? null);
  const filter = {
    ...(webhookId !== undefined && { webhookId }),
    ...(host !== null && { host }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const gathering: Collection = {
    kind: 'failures',
    from: period.from ?? null,
    to: period.to ?? null,
    webhook,
    host: webhookId === undefined ? host : null,
  };
  return { filter, gathering };
}

type Filter = Extract<ResendScope, { scope: 'filter' }>['filter'];

function walkOf({ from, to, type, status, onlyFailed }: Filter, webhook: Webhook | null): Collection {
  const start = instantOf('filter.from', from, 0);
  const end = instantOf('filter.to', to, 1);
  if (start >= end) throw invalidField('filter.to', 'before_from');
  return {
    kind: 'walk',
    from: start,
    to: end,
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    onlyFailed: onlyFailed ?? false,
    webhook,
    begun: false,
    position: null,
  };
}

/** Stores a requested resend, before anything is read; `more` runs in the same transaction. */
export async function writeResend(
  ctx: Ctx,
  body: ResendScope,
  state: 'preview' | 'queued',
  more: (tx: Transaction, row: ResendRow) => Promise<ResendRow>,
): Promise<ResendRow> {
  const line = await lineOf(ctx.account.id);
  // Such a provider resends a webhook's failures only all together, whatever the period.
  const whole = line.registered === 'no' && body.scope === 'failures' ? body.webhookId : undefined;
  const effective = whole === undefined ? body : { scope: 'webhook' as const, webhookId: whole };
  const { scope } = effective;
  const stored = storedScope(effective, await webhookOf(ctx, effective));
  if (scope === 'filter' && 'webhookId' in stored.filter && line.registered === 'no')
    throw new GuicheError('not_supported', 'This service resends a webhook’s failures only all together.');
  const earliest = new Date(providerNow(line) - limitsOf(ctx.account).maxAgeMs + AGE_MARGIN_MS);
  const values = {
    ...stored,
    scope,
    everything: 'everything' in effective && effective.everything === true,
    id: `rs_${randomBytes(12).toString('base64url')}`,
    accountId: ctx.account.id,
    state,
    earliest,
    estimated: scope === 'webhook',
    operatorId: ctx.operator.id,
    createdAt: dbNow,
    expiresAt: state === 'preview' ? fromNow(PREVIEW_MS) : null,
  };
  return db().transaction(async (tx) => {
    const [row] = await tx.insert(resends).values(values).returning();
    if (row === undefined) throw new Error('A resend was not written.');
    const items = selectedIds(effective).map((id) => itemOf(row, id, 'remaining', false));
    await insertItems(tx, items);
    return more(tx, row);
  });
}

/** The requested webhook, with its URL if the provider reports it. */
async function webhookOf(ctx: Ctx, body: ResendScope): Promise<Webhook | null> {
  const named = body.scope === 'filter' ? body.filter : body;
  const id = 'webhookId' in named ? named.webhookId : undefined;
  if (id === undefined) return null;
  const webhook = (await ctx.port.webhooks?.get(id, ctx.call).catch(() => null)) ?? null;
  return { id, url: webhook?.url ?? null };
}
