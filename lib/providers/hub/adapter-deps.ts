import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { absenceIn, absenceOf } from '#lib/providers/absence.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import { ParameterNames, type Spellings } from '#lib/providers/client/parameter-names.ts';
import { isObject, plainKey } from '#lib/providers/fields.ts';
import type { HubPaths } from '#lib/providers/hub/payouts.ts';
import type { PaymentKind } from '#lib/providers/hub/wire.ts';
import type { Call, KeyedChange, Outcome, Page, PortPageRequest } from '#lib/providers/port.ts';
import { type Rows, UnreadableAnswer } from '#lib/providers/unwrap.ts';

/** Dependencies of this adapter's members, with the paths of routes that document 2 does not show. */
export type HubDeps = AdapterDeps & { paths: HubPaths };

/** Paging parameters of every list of document 2. */
export type Paging = 'limit' | 'cursor';
export const PAGING = {
  limit: ['limit', 'pageSize', 'size'],
  cursor: ['cursor', 'nextCursor', 'after'],
} as const;
export const PERIOD = {
  from: ['dateFrom', 'from', 'startDate', 'createdFrom', 'createdAtFrom', 'periodStart'],
  to: ['dateTo', 'to', 'endDate', 'createdTo', 'createdAtTo', 'periodEnd'],
} as const;

const MOST_ROWS = 100;
export type CursorList<Thing extends string, Row, Extra> = {
  path: string;
  names: ParameterNames<Thing | Paging>;
  /** `extra`: data of the first page next to its rows. */
  read: (json: unknown) => Rows<Row> & { extra: Extra };
};
type Values<Thing extends string> = Partial<Record<Thing, string | undefined>>;
/** `strange`: unreadable rows, also those that are only counted or announced. */
type Walked<Row, Extra> = Page<Row> & { extra: Extra | null; strange: number };

/** Reads pages by cursor until there are `limit` rows. Throws GuicheError. */
export async function byCursor<Thing extends string, Row, Extra>(
  { client, readable, now, bare }: AdapterDeps,
  list: CursorList<Thing, Row, Extra>,
  values: Values<Thing>,
  { limit, position }: PortPageRequest,
  call: Call,
): Promise<Walked<Row, Extra>> {
  const items: Row[] = [];
  let cursor = cursorOf(position);
  let page: { total: number | null; extra: Extra | null } = { total: null, extra: null };
  let asOf = new Date(now()).toISOString();
  let strange = 0;
  for (;;) {
    const size = Math.min(MOST_ROWS, limit - items.length);
    const requested = { ...values, limit: String(size), cursor: cursor ?? undefined } as Values<
      Thing | Paging
    >;
    const answer = await list.names.read(requested, (query) => client.read(list.path, query, call));
    asOf = answer.asOf;
    const { rows, extra, ...read } = readable(() =>
      bare.judge(list.read(answer.json), cursor === null && items.length === 0),
    );
    const next = rows.length === 0 ? null : nextCursorIn(answer.json, read.more, list.names);
    // The same cursor again: the service did not read it under this name.
    if (next !== null && next === cursor) {
      if (list.names.next('cursor' as Thing & 'cursor')) continue;
      list.names.forget('cursor' as Thing & 'cursor');
      readable(() => {
        throw new UnreadableAnswer('next-page');
      });
    }
    const none = rows.length === 0 && read.strange === 0 && cursor === null && items.length === 0;
    // A count of this page's rows is no total if other rows come before or after them.
    const part = (read.ofPage && next !== null) || (cursor !== null && (read.total ?? 0) <= rows.length);
    const total = part ? null : read.total;
    // The answer announces more rows but has no next cursor.
    const cut = next === null && read.more === true ? 1 : 0;
    strange += read.strange + (none ? (total ?? 0) : 0) + cut;
    page = items.length === 0 ? { total, extra } : page;
    items.push(...rows);
    cursor = next;
    if (cursor === null || items.length >= limit)
      return { items, next: cursor === null ? null : { cursor }, asOf, strange, ...page };
  }
}

export function names<Thing extends string>(spellings: Spellings<Thing>): ParameterNames<Thing | Paging> {
  return new ParameterNames<Thing | Paging>({ ...PAGING, ...spellings } as Spellings<Thing | Paging>);
}

function cursorOf(position: unknown): string | null {
  if (position === null || position === undefined) return null;
  if (isObject(position) && typeof position.cursor === 'string') return position.cursor;
  throw new GuicheError('invalid_request', 'The position is not of this list.');
}

/** Names of the next page's cursor, likeliest first. `cursor` alone may be this page's own. */
const NEXT = ['nextcursor', 'nextpagecursor', 'nexttoken', 'endcursor', 'next'];
/** Lists whose answers have named the next cursor; there, a bare `cursor` is never the next one. */
const namesNext = new WeakSet<object>();

/** The first name present counts, even if it is null. `endCursor` is also sent with the last page. */
function nextCursorIn(json: unknown, more: boolean | null, list: object): string | null {
  const objects = objectsOf(json, 2);
  for (const name of NEXT) {
    const [place] = placesIn(objects, name);
    if (place === undefined) continue;
    namesNext.add(list);
    return name === 'endcursor' && more === false ? null : place;
  }
  if (more === false || namesNext.has(list)) return null;
  return placesIn(objects, 'cursor')[0] ?? null;
}

function objectsOf(json: unknown, depth: number): Record<string, unknown>[] {
  if (!isObject(json)) return [];
  return [json, ...(depth === 0 ? [] : Object.values(json).flatMap((inner) => objectsOf(inner, depth - 1)))];
}

function placesIn(objects: readonly Record<string, unknown>[], name: string): (string | null)[] {
  const values = objects.flatMap((object) =>
    Object.entries(object).flatMap(([key, value]) => (plainKey(key) === name ? [value] : [])),
  );
  return values
    .filter((value) => !isObject(value) && !Array.isArray(value))
    .map((value) => (typeof value === 'number' ? String(value) : value))
    .map((value) => (typeof value === 'string' && value !== '' ? value : null));
}

/** Document 2's lists accept one status. Throws `invalid_request` for several. */
export function oneOf(field: string, words: readonly string[] | undefined): string | undefined {
  if (words === undefined || words.length <= 1) return words?.[0];
  throw new GuicheError('invalid_request', 'The provider takes one value.', {
    fields: [{ field, message: 'one_only' }],
  });
}

/** `payment:chg_1` → its kind and the id for routes; `kind` is null for an id without one. */
export function partsOfId(id: string): { kind: PaymentKind | null; bare: string } {
  const match = /^(payment|deposit|withdraw|transfer):(.+)$/.exec(id);
  return match === null ? { kind: null, bare: id } : { kind: match[1] as PaymentKind, bare: match[2] ?? '' };
}

/** Whether the provider itself states that there is no such record; a missing route proves nothing. */
export const provesAbsence = (error: unknown) => {
  const refusal = refusalBehind(error);
  return refusal?.status === 404 && refusal.code !== null && absenceIn(refusal) === null;
};

/** `not_supported` for a missing route or a bare 404; null when the error is about the record. */
export const withoutRoute = (error: unknown, message: string): GuicheError | null =>
  absenceOf(error) === null ? null : new GuicheError('not_supported', message);

export const refusedHere = (field: string, message: string): Outcome<never> => ({
  kind: 'refused',
  sent: false,
  error: new GuicheError('invalid_request', 'The provider needs another value here.', {
    fields: [{ field, message }],
  }),
});

export const keyed = ({ idempotencyKey }: KeyedChange): { headers?: Record<string, string> } =>
  idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } };
