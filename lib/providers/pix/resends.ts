import 'server-only';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { readResend, toResendAnswer } from '#lib/providers/pix/deliveries.ts';
import { spellings } from '#lib/providers/pix/field-names.ts';
import type { Change, Outcome, ProviderPort, ResendFilter } from '#lib/providers/port.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';

/** Document 1, Resend and history. A 2xx, with or without a body, means accepted, never delivered. */
export function resendsOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['resends']> {
  const done = (outcome: Awaited<ReturnType<typeof client.change>>): Promise<Outcome<ResendAnswer>> =>
    ended(readable, outcome, ({ json }) => toResendAnswer(readResend(json)));
  const empty = { empty: true };
  const inWindow = spellings(WINDOWS, { related: OTHER_FIELDS });
  type Ask = (body: { json: object }) => ReturnType<typeof client.change>;
  const filtered = async (filter: ResendFilter, ask: Ask) =>
    done(await inWindow((names) => ask({ json: bodyOf(filter, names) })));
  return {
    async transaction(id, change) {
      const path = `/user/callbacks/resend/${segment(id)}`;
      return done(await client.change('POST', path, null, change, empty));
    },
    byFilter: ({ webhookIds: _, ...filter }, change) =>
      filtered(filter, (body) => client.change('POST', '/user/callbacks/resend', body, change, empty)),
    async webhook(id: string, change: Change) {
      const path = `/user/callbacks/resend/webhook/${segment(id)}`;
      return done(await client.change('POST', path, null, change, empty));
    },
    registered: (filter, change) =>
      filtered(filter, (body) =>
        client.change('POST', '/user/callbacks/resend/webhook', body, change, empty),
      ),
  };
}

/**
 * Document 1 requires a window without naming its ends; Guichê learns the names from a 400, before a job
 * fails.
 */
const WINDOWS = [
  ...(['createdAtFrom createdAtTo', 'dateFrom dateTo', 'startDate endDate'] as const),
  ...(['from to'] as const),
] as const;

const OTHER_FIELDS = ['transactionIds', 'transactionTypes', 'transactionStatus', 'webhookIds'];

/** Omits empty lists: one may mean none to one service, and all to another. */
function bodyOf(
  { from, to, transactionIds, types, status, webhookIds }: ResendFilter,
  names: (typeof WINDOWS)[number],
) {
  const [first = '', last = ''] = names.split(' ');
  const lists = {
    transactionIds,
    transactionTypes: types,
    transactionStatus: status,
    webhookIds,
  };
  const filled = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0);
  return { [first]: from, [last]: to, ...Object.fromEntries(filled) };
}
