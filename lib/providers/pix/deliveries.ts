import 'server-only';
import { numberText, parseJson, plainJson } from '#lib/core/http/json.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { numbered, readFiltered, readPage, toFilterNotes } from '#lib/providers/client/lists.ts';
import { IgnoredFilters, ParameterNames } from '#lib/providers/client/parameter-names.ts';
import { segment } from '#lib/providers/client/paths.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, plainKey, type ReadObject } from '#lib/providers/fields.ts';
import { createdIn, equal, matchRows, missingAsNoMatch, type Tests } from '#lib/providers/filters.ts';
import type { CallbackFilter, NumberedPageRequest, ProviderPort } from '#lib/providers/port.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';
import { apart, derivedId, withRequestedId } from '#lib/providers/rows.ts';
import { rowsOf, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 1 shows no filters for this list; services of its kind use these names. */
const SPELLINGS = {
  from: ['createdAtFrom', 'dateFrom', 'startDate', 'from'],
  to: ['createdAtTo', 'dateTo', 'endDate', 'to'],
  transactionId: ['transactionId', 'transaction', 'txId'],
} as const;

const THINGS = Object.keys(SPELLINGS) as (keyof CallbackFilter)[];

/** Readers of document 1's callback history and resend answers, whose fields it does not show. */

const DELIVERY = {
  id: means.id('callbackId', 'deliveryId', 'callbackLogId'),
  transaction: means.ofPayment(),
  webhook: means.ofWebhook(),
  url: means.url('callbackUrl', 'webhookUrl', 'destination', 'destinationUrl', 'request.url'),
  event: means.event(),
  status: means.state(),
  statusCode: means.httpStatus(),
  responseTime: means.tookMs(),
  createdAt: means.made(...means.sent().spellings, ...means.instantOfRow().spellings),
  body: means.payload(),
  responseBody: means.answer(),
  responseHeaders: means.answerHeaders(),
  error: means.failure(),
};

const IDS = new Set(['id', ...DELIVERY.id.spellings].map(plainKey));
const readFields = objectReader(DELIVERY, ['callback', 'delivery', 'log']);
export const readDeliveryRow = readFields.row;
export type WireDelivery = ReadObject<typeof DELIVERY>;

/** GET /user/callbacks. */
export const readDeliveries = (json: unknown) =>
  rowsOf(json, ['callbacks', 'callbackLogs', 'deliveries', 'logs'], readDeliveryRow);

/** GET /user/callbacks/{id}: the outermost record, as the delivered content inside looks like one too. */
export function readDelivery(json: unknown): WireDelivery {
  const layers = unwrapLayers(json, [
    'callback',
    'callbacks',
    'callbackLog',
    'delivery',
    'sentWebhookDetails',
  ]);
  const found =
    layers
      .filter((layer) => Object.keys(layer).some((key) => IDS.has(plainKey(key))))
      .map(readFields)
      .find(({ fields, known }) => fields.id !== null && known >= 2) ??
    layers.map(readFields).find(({ fields, known }) => fields.url !== null && known >= 3);
  if (found === undefined) throw new UnreadableAnswer('delivery');
  return found;
}

export function toDelivery({ fields, other }: WireDelivery): CallbackRecord {
  const status = httpStatusOf(fields.statusCode) ?? httpStatusOf(fields.status);
  // A word in the place of the status is shown separately.
  const word = httpStatusOf(fields.status) === null ? fields.status : null;
  return {
    id: fields.id ?? derivedId(fields),
    transactionId: fields.transaction,
    webhookId: fields.webhook,
    url: fields.url,
    event: fields.event,
    status,
    responseTimeMs: msOf(fields.responseTime),
    createdAt: fields.createdAt,
    body: opened(fields.body),
    responseBody: textOf(fields.responseBody),
    responseHeaders: opened(fields.responseHeaders),
    error: textOf(fields.error),
    other: {
      ...(plainJson(other) as Record<string, unknown>),
      ...(word === null || /^0+$/.test(word) ? {} : { status: word }),
    },
  };
}

/** `200`, `"200"`, `"200 OK"`; null for 0 and anything else, which is no answer. */
function httpStatusOf(value: unknown): number | null {
  const digits = /^([1-5]\d\d)(?:\b|$)/.exec(numberText(value) ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Milliseconds: a number, or text with its unit. */
function msOf(value: unknown): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,15})?)\s*(ms|s)?$/i.exec(numberText(value) ?? '');
  if (match === null) return null;
  return Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1);
}

/** JSON, also if it was sent as text; `{ "raw": text }` is the text of a body that was no JSON. */
function opened(value: unknown): unknown {
  const parsed = typeof value === 'string' && /^\s*[[{"]/.test(value) ? parsedOr(value) : value;
  return plainJson(isObject(parsed) ? rawIn(parsed) : parsed) ?? null;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === 'boolean') return null;
  const inside = isObject(value) ? rawIn(value) : value;
  return typeof inside === 'string' ? inside : JSON.stringify(inside);
}

function rawIn(object: Record<string, unknown>): unknown {
  return Object.keys(object).length === 1 && typeof object.raw === 'string' ? object.raw : object;
}

function parsedOr(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Document 1, Resend and history. An ignored period is left to the caller, which reads every row. */
export function deliveriesOf(deps: AdapterDeps): NonNullable<ProviderPort['deliveries']> {
  const { client, readable, bare } = deps;
  const names = new ParameterNames<keyof CallbackFilter>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new IgnoredFilters(names);
  return {
    async list(filter, request, call) {
      const fetch = async ({ page, limit }: NumberedPageRequest) => {
        const paging = { page: String(page), limit: String(limit) };
        const read = (query: Record<string, string>) =>
          client.read('/user/callbacks', { ...paging, ...query }, call);
        // Guichê, not the operator, adds these filters.
        const { json, asOf } = await names.read(filter, read, THINGS);
        return { read: readable(() => bare.judge(readDeliveries(json), page === 1)), asOf };
      };
      const matched = async () => {
        const { read, asOf } = await readPage(request, fetch);
        return { read, asOf, ...matchDeliveries(filter, apart(read.rows.map(toDelivery))) };
      };
      const { read, asOf, rows, here, unverified } = await readFiltered(matched, overlooked, request.page);
      const notApplied = overlooked.of({ transactionId: filter.transactionId });
      const { total, ...numberedPage } = numbered(rows, read, request, asOf);
      const applied = new Set([...here, ...notApplied]);
      return {
        ...numberedPage,
        total: applied.size > 0 || overlooked.isUncertain(filter) ? null : total,
        ...toFilterNotes(applied, new Set(unverified)),
      };
    },
    async get(id, call) {
      const path = `/user/callbacks/${segment(id)}`;
      const { json, asOf } = await client.read(path, {}, call, { thing: true });
      return readable(() => ({
        delivery: toDelivery(withRequestedId(readDelivery(json), id)),
        raw: plainJson(json),
        asOf,
      }));
    },
  };
}

/** The caller applies the period, as it reads every row. Here, rows outside it only show who ignored it. */
const PERIOD: Tests<CallbackRecord, CallbackFilter> = createdIn;
const OWN: Tests<CallbackRecord, CallbackFilter> = {
  transactionId: (one, { transactionId }) => equal(one.transactionId, transactionId),
};

function matchDeliveries({ to, ...filter }: CallbackFilter, all: readonly CallbackRecord[]) {
  // Both ends are inclusive here.
  const end = to === undefined ? undefined : new Date(Date.parse(to) + 1).toISOString();
  const period = matchRows<CallbackRecord, CallbackFilter>(PERIOD, { ...filter, to: end }, all);
  const own: CallbackFilter = filter;
  const { rows, broken, unverified } = matchRows(OWN, own, all, (_, results) => missingAsNoMatch(results));
  return { rows, here: broken, unverified, broken: [...broken, ...period.broken], moved: [] };
}
