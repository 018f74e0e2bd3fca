import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import {
  byCursor,
  type CursorList,
  type HubDeps,
  names,
  withoutRoute,
} from '#lib/providers/hub/adapter-deps.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { Call, NumberedPage, NumberedPageRequest, ProviderPort } from '#lib/providers/port.ts';
import type { Infraction } from '#lib/providers/records.ts';
import { apart, derivedId, unreadIn, withRequestedId } from '#lib/providers/rows.ts';
import {
  INFRACTION_FIELDS,
  INFRACTION_MUST,
  infractionOf,
  OWN_OF_DISPUTES,
} from '#lib/providers/shared-readers.ts';
import { best, rowsOf, unwrapLayers } from '#lib/providers/unwrap.ts';

const PATH = '/transactions/infractions';

/** Document 2, disputes: read only, because a defense is sent in the provider's panel. */
export function disputesOf(deps: HubDeps): NonNullable<ProviderPort['disputes']> {
  const { client, readable, paths } = deps;
  const walk = numberedWalk(deps);
  return {
    list: walk,
    async get(id, call) {
      const read = (path: string) => client.read(`${path}/${segment(id)}`, {}, call, { thing: true });
      const { json, asOf } = await paths.dispute.read(read).catch((error: unknown) => {
        throw withoutRoute(error, 'This service answers no single dispute.') ?? error;
      });
      return readable(() => ({
        infraction: toInfraction(ofDispute(readOne(json), id)),
        statesDefenses: false,
        raw: plainJson(json),
        asOf,
      }));
    },
    defenses: async () => null,
  };
}

/**
 * Pages of a list by cursor. Another next cursor drops the cached ones after it, so that a list that grew is
 * neither cut nor read twice.
 */
function numberedWalk(deps: AdapterDeps) {
  const list: CursorList<never, Infraction, null> = {
    path: PATH,
    names: names<never>({}),
    read: (json) => ({
      ...rowsOf(json, ['infractions', 'disputes'], (row) => toInfraction(readFields.row(row))),
      extra: null,
    }),
  };
  const starts = new Map<number, unknown[]>();
  return async ({ page, limit }: NumberedPageRequest, call: Call): Promise<NumberedPage<Infraction>> => {
    const known = starts.get(limit) ?? [null];
    starts.set(limit, known);
    for (let at = Math.min(page, known.length); ; at += 1) {
      const walked = await byCursor(deps, list, {}, { limit, position: known[at - 1] }, call);
      if (!same(known[at], walked.next)) known.length = Math.min(known.length, at);
      if (walked.next !== null) known[at] = walked.next;
      const { items, total, asOf, strange } = walked;
      const gaps = unreadIn(items, INFRACTION_MUST, strange);
      if (at === page) return { items: apart(items), more: walked.next !== null, total, asOf, ...gaps };
      if (walked.next === null) return { items: [], more: false, total, asOf };
    }
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const INFRACTION = {
  ...INFRACTION_FIELDS,
  ...means.ofKinds(),
  originId: means.ofPayment('operationId'),
  blockedAmount: means.disputed(),
};
const readFields = objectReader(INFRACTION, OWN_OF_DISPUTES);
type WireInfraction = ReadObject<typeof INFRACTION>;

const hasId = ({ fields }: WireInfraction) => (fields.protocol ?? fields.id) !== null;
const readOne = (json: unknown) =>
  best(
    unwrapLayers(json, ['infraction', 'dispute']),
    readFields,
    (read) => (hasId(read) && read.known >= 2) || (read.fields.status !== null && read.known >= 3),
    ['dispute', { id: hasId }],
  );

const ofDispute = (read: WireInfraction, id: string) =>
  read.fields.protocol === null ? withRequestedId(read, id) : read;

/** Routes and webhooks identify a dispute by its protocol, so that is its id here. */
function toInfraction({ fields, other }: WireInfraction): Infraction {
  const { protocol, id } = fields;
  const more = protocol === null || id === null || id === protocol ? {} : { id };
  return {
    id: protocol ?? id ?? derivedId({ fields, other }),
    ...infractionOf(fields),
    amount: cents(fields.blockedAmount),
    transactionId: disputedOf(fields),
    defenses: [],
    other: { ...(plainJson(other) as Record<string, unknown>), ...more },
  };
}

function disputedOf({ paymentId, depositId, originId }: WireInfraction['fields']): string | null {
  if (paymentId !== null) return `payment:${paymentId}`;
  return depositId === null ? originId : `deposit:${depositId}`;
}
