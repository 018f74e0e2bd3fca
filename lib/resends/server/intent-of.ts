import 'server-only';
import { addDays, isDay, startOfDay } from '#lib/dates.ts';
import { hostOf } from '#lib/deliveries/rules.ts';
import { GuicheError } from '#lib/errors.ts';
import type { ResendScope } from '#lib/resends/contract.ts';
import type { Collection } from '#lib/resends/server/resend-row.ts';

export type Intent = {
  scope: ResendScope['scope'];
  /** As it is shown: no ids. */
  filter: Record<string, unknown>;
  everything: boolean;
  /** Selected ones, each once. */
  ids: string[];
  gathering: Collection;
};

type Webhook = { id: string; url: string | null };

/** The operator's request, as the job keeps it. GuicheError `invalid_request` names a period that is none. */
export function intentOf(body: ResendScope, webhook: Webhook | null): Intent {
  const everything = 'everything' in body && body.everything === true;
  const common = { scope: body.scope, everything, ids: [] };
  switch (body.scope) {
    case 'transaction':
      return {
        ...common,
        filter: { transactionId: body.transactionId },
        ids: [body.transactionId],
        gathering: chosen,
      };
    case 'selection': {
      const ids = [...new Set(body.transactionIds)];
      return {
        ...common,
        filter: { selected: ids.length },
        ids,
        gathering: chosen,
      };
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

const chosen: Collection = { kind: 'selection', phase: 'choose', position: null, webhook: null, host: null };

type Failures = Extract<ResendScope, { scope: 'failures' }>;

function failuresOf({ webhookId, from, to, ...given }: Failures, webhook: Webhook | null) {
  const start = from === undefined ? null : instantOf('from', from, 0);
  const end = to === undefined ? null : instantOf('to', to, 1);
  if (start !== null && end !== null && start >= end) throw invalid('to', 'before_from');
  const host = webhookId === undefined ? (given.host ?? null) : hostOf(webhook?.url ?? null);
  const filter = {
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(host === null ? {} : { host }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const gathering: Collection = {
    kind: 'failures',
    from: start,
    to: end,
    webhook,
    host: webhookId === undefined ? host : null,
  };
  return { filter, gathering };
}

type Filter = Extract<ResendScope, { scope: 'filter' }>['filter'];

function walkOf({ from, to, type, status, onlyFailed }: Filter, webhook: Webhook | null): Collection {
  const start = instantOf('filter.from', from, 0);
  const end = instantOf('filter.to', to, 1);
  if (start >= end) throw invalid('filter.to', 'before_from');
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

/** A São Paulo day (both inclusive) or an instant (`to` exclusive), as an instant. */
function instantOf(field: string, text: string, daysLater: 0 | 1): string {
  if (isDay(text)) return startOfDay(addDays(text, daysLater));
  const time = text.includes('T') ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid(field, 'no_day');
  return new Date(time).toISOString();
}

function invalid(field: string, message: string): GuicheError {
  return new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: [{ field, message }],
  });
}
