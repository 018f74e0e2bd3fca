import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf } from '#lib/api/list-window.ts';
import { addDays, isDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { hostOf } from '#lib/deliveries/rules.ts';
import type { ResendScope } from '#lib/resends/contract.ts';
import { PREVIEW_MS } from '#lib/resends/server/collect.ts';
import { insertItems } from '#lib/resends/server/items.ts';
import { limitsOf, lineOf, providerNow } from '#lib/resends/server/rate-state.ts';
import type { Collection, ResendRow } from '#lib/resends/server/resend-row.ts';

/** A transaction just under the age limit would be too old when it is requested. */
const AGE_MARGIN_MS = 5 * 60_000;

type Intent = {
  scope: ResendScope['scope'];
  /** As shown to operators, without ids. */
  filter: Record<string, unknown>;
  everything: boolean;
  /** Selected transaction ids, without duplicates. */
  ids: string[];
  gathering: Collection;
};

type Webhook = { id: string; url: string | null };

/** The stored job of an operator's request. `invalid_request` names an invalid period. */
function intentOf(body: ResendScope, webhook: Webhook | null): Intent {
  const everything = 'everything' in body && body.everything === true;
  const common = { scope: body.scope, everything, ids: [] };
  switch (body.scope) {
    case 'transaction': {
      const { transactionId } = body;
      return { ...common, filter: { transactionId }, ids: [transactionId], gathering: CHOSEN };
    }
    case 'selection': {
      const ids = [...new Set(body.transactionIds)];
      return { ...common, filter: { selected: ids.length }, ids, gathering: CHOSEN };
    }
    case 'failures':
      return { ...common, ...failuresOf(body, webhook) };
    case 'filter':
      return { ...common, filter: body.filter, gathering: walkOf(body.filter, webhook) };
    case 'webhook':
      return {
        ...common,
        filter: { webhookId: body.webhookId },
        gathering: { kind: 'webhook', webhook: webhook ?? { id: body.webhookId, url: null } },
      };
  }
}

const CHOSEN: Collection = { kind: 'selection', phase: 'choose', position: null, webhook: null, host: null };

type Failures = Extract<ResendScope, { scope: 'failures' }>;

function failuresOf({ webhookId, from, to, ...rest }: Failures, webhook: Webhook | null) {
  const period = instantsOf({ from, to });
  const host = webhookId === undefined ? (rest.host ?? null) : hostOf(webhook?.url ?? null);
  const filter = {
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(host === null ? {} : { host }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
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

/** Converts a São Paulo day (both ends inclusive) or an instant (`to` exclusive) to an instant. */
function instantOf(field: string, text: string, daysLater: 0 | 1): string {
  if (isDay(text)) return startOfDay(addDays(text, daysLater));
  const time = text.includes('T') ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidField(field, 'no_day');
  return new Date(time).toISOString();
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
  const intent = intentOf(effective, await webhookOf(ctx, effective));
  if (intent.scope === 'filter' && 'webhookId' in intent.filter && line.registered === 'no')
    throw new GuicheError('not_supported', 'This service resends a webhook’s failures only all together.');
  const earliest = new Date(providerNow(line) - limitsOf(ctx.account).maxAgeMs + AGE_MARGIN_MS);
  const { ids, ...scope } = intent;
  const [resendId, accountId] = [`rs_${randomBytes(12).toString('base64url')}`, ctx.account.id];
  const values = {
    ...scope,
    id: resendId,
    accountId,
    state,
    earliest,
    estimated: scope.scope === 'webhook',
    operatorId: ctx.operator.id,
    createdAt: dbNow,
    expiresAt: state === 'preview' ? fromNow(PREVIEW_MS) : null,
  };
  const selected = { resendId, accountId, state: 'remaining', read: false };
  return db().transaction(async (tx) => {
    const [row] = await tx.insert(resends).values(values).returning();
    if (row === undefined) throw new Error('A resend was not written.');
    const items = ids.map((transactionId) => ({ ...selected, transactionId }));
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
