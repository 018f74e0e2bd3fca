import 'server-only';
import { ended, type Parts } from '#lib/providers/client/parts.ts';
import { toResendAnswer } from '#lib/providers/pix/map-deliveries.ts';
import { readResend } from '#lib/providers/pix/wire-deliveries.ts';
import type { Change, Outcome, ProviderPort, ResendFilter } from '#lib/providers/port.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';

/** Document 1, Resend and history. A 2xx means accepted, with or without words: never delivered. */
export function resendsOf({ client, readable }: Parts): NonNullable<ProviderPort['resends']> {
  const done = (outcome: Awaited<ReturnType<typeof client.change>>): Promise<Outcome<ResendAnswer>> =>
    ended(readable, outcome, ({ json }) => toResendAnswer(readResend(json)));
  const empty = { empty: true };
  return {
    async transaction(id, change) {
      const path = `/user/callbacks/resend/${encodeURIComponent(id)}`;
      return done(await client.change('POST', path, null, change, empty));
    },
    async byFilter({ webhookIds: _, ...filter }, change) {
      const body = { json: bodyOf(filter) };
      return done(await client.change('POST', '/user/callbacks/resend', body, change, empty));
    },
    async webhook(id: string, change: Change) {
      const path = `/user/callbacks/resend/webhook/${encodeURIComponent(id)}`;
      return done(await client.change('POST', path, null, change, empty));
    },
    async registered(filter, change) {
      const body = { json: bodyOf(filter) };
      return done(await client.change('POST', '/user/callbacks/resend/webhook', body, change, empty));
    },
  };
}

/** Lists that name nothing are left out: an empty one may mean none to a service, and all to another. */
function bodyOf({ from, to, transactionIds, types, status, webhookIds }: ResendFilter) {
  const lists = {
    transactionIds,
    transactionTypes: types,
    transactionStatus: status,
    webhookIds,
  };
  const given = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0);
  return { createdAtFrom: from, createdAtTo: to, ...Object.fromEntries(given) };
}
