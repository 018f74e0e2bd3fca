import 'server-only';
import { countOf } from '#lib/core/provider-numbers.ts';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject, wholeNumber } from '#lib/providers/fields.ts';
import { spellings } from '#lib/providers/pix/field-names.ts';
import type { Change, Outcome, ProviderPort, ResendFilter } from '#lib/providers/port.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { named, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

const RESEND = {
  count: means.count('total', 'accepted', 'enqueued', 'enqueuedCount', 'totalEnqueued', 'queued'),
  truncated: means.truncated(),
  message: means.note('detail'),
};

const ITEM = { transaction: means.ofPayment('id'), webhook: means.ofWebhook(), event: means.event() };
const readResendFields = objectReader(RESEND);
const readItem = objectReader(ITEM);
type WireResend = ReadObject<typeof RESEND>['fields'] & { items: ReadObject<typeof ITEM>['fields'][] };
const ITEMS = ['items', 'callbacks', 'entries', 'transactions', 'transactionIds'];

/** `enqueued` as an object or number, counts and a sentence next to it or inside it. */
export function readResend(json: unknown): WireResend {
  const layers = unwrapLayers(json, ['enqueued', 'resend', 'resent']).filter((layer) => !isItem(layer));
  const read = layers.map((layer) => readResendFields(layer).fields);
  if (json !== null && layers.length === 0) throw new UnreadableAnswer('resend');
  return {
    count: firstOf(read, 'count'),
    truncated: firstOf(read, 'truncated'),
    message: firstOf(read, 'message'),
    items: [
      ...named(layers, ITEMS).map((item) => readItem(item).fields),
      ...textsOf(layers).map((transaction) => ({ transaction, webhook: null, event: null })),
    ],
  };
}

/** A list's first entry is opened with its list and is not the answer's own object. */
const isItem = (layer: Record<string, unknown>) => 'transactionId' in layer;

function textsOf(layers: readonly Record<string, unknown>[]): string[] {
  return layers.flatMap((layer) =>
    ITEMS.flatMap((name) => {
      const list = layer[name];
      return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
    }),
  );
}

function firstOf<F extends object, K extends keyof F>(read: readonly F[], name: K): F[K] | null {
  return read.find((fields) => fields[name] !== null)?.[name] ?? null;
}

export const toResendAnswer = ({ count, truncated, message, items }: WireResend): ResendAnswer => ({
  count: countOf(wholeNumber(count)),
  truncated: truncated ?? false,
  items: items
    .slice(0, 500)
    .map(({ transaction, webhook, event }) => ({ transactionId: transaction, webhookId: webhook, event })),
  message,
});

/** Document 1, Resend and history. A 2xx, with or without a body, means accepted, never delivered. */
export function resendsOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['resends']> {
  const done = (outcome: Awaited<ReturnType<typeof client.change>>): Promise<Outcome<ResendAnswer>> =>
    ended(readable, outcome, ({ json }) => toResendAnswer(readResend(json)));
  const empty = { empty: true };
  const inWindow = spellings(WINDOWS, { related: OTHER_FIELDS });
  type Send = (body: { json: object }) => ReturnType<typeof client.change>;
  const filtered = async (filter: ResendFilter, send: Send) =>
    done(await inWindow((names) => send({ json: bodyOf(filter, names) })));
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

/** Document 1 requires a window without naming its ends; Guichê learns the names from a 400. */
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
