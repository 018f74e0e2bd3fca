import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import { plainJson } from '#lib/http/json.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { numbered, type Parts } from '#lib/providers/client/parts.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { plainKey } from '#lib/providers/fields.ts';
import { toDelivery } from '#lib/providers/pix/map-deliveries.ts';
import { readDeliveries, readDelivery } from '#lib/providers/pix/wire-deliveries.ts';
import type { Call, CallbackFilter, ProviderPort } from '#lib/providers/port.ts';

const HOUR_MS = 3_600_000;

/** Document 1, Resend and history. */
export function deliveriesOf(parts: Parts): NonNullable<ProviderPort['deliveries']> {
  const { client, readable } = parts;
  const ask = filteredReader(parts);
  return {
    async list(filter, { page, limit }, call) {
      const { json, asOf } = await ask(
        filterQuery(filter),
        { page: String(page), limit: String(limit) },
        call,
      );
      const read = readable(() => readDeliveries(json));
      return numbered(read.rows.map(toDelivery), read, { page, limit }, asOf);
    },
    async get(id, call) {
      const path = `/user/callbacks/${segment(id)}`;
      const { json, asOf } = await client.read(path, {}, call, { thing: true });
      return readable(() => ({ delivery: toDelivery(readDelivery(json)), raw: plainJson(json), asOf }));
    },
  };
}

function filterQuery({ from, to, transactionId }: CallbackFilter): Record<string, string> {
  return {
    ...(from === undefined ? {} : { createdAtFrom: from }),
    ...(to === undefined ? {} : { createdAtTo: to }),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}

/**
 * Document 1 gives this list no filters. Where a service refuses one with 400 it is left out, and not sent again for
 * an hour: what is asked for is a wish, and the caller looks at what comes.
 */
function filteredReader({ client, now }: Parts) {
  const unknownUntil = new Map<string, number>();
  const known = (filter: Record<string, string>) =>
    Object.fromEntries(Object.entries(filter).filter(([name]) => now() >= (unknownUntil.get(name) ?? 0)));
  const read = (query: Query, call: Call) => client.read('/user/callbacks', query, call);
  return async (filter: Record<string, string>, paging: Query, call: Call) => {
    const wanted = known(filter);
    try {
      return await read({ ...paging, ...wanted }, call);
    } catch (error) {
      const refused = refusedNames(error, Object.keys(wanted));
      if (refused.length === 0) throw error;
      const rest = Object.fromEntries(Object.entries(wanted).filter(([name]) => !refused.includes(name)));
      const answer = await read({ ...paging, ...rest }, call);
      for (const name of refused) unknownUntil.set(name, now() + HOUR_MS);
      return answer;
    }
  };
}

/** The filters that a 400 names; all of them where it names nothing; none where it names something else. */
function refusedNames(error: unknown, names: readonly string[]): string[] {
  if (statusOf(error) !== 400 || !(error instanceof GuicheError)) return [];
  const named = (error.details.fields ?? []).map(({ field }) => plainKey(field));
  const paging = named.some((field) => /(^|query)(page|limit)$/.test(field));
  const ours = names.filter((name) => named.some((field) => field.endsWith(plainKey(name))));
  return paging ? [] : ours.length > 0 ? ours : [...names];
}
