import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { balanceIn } from '#lib/providers/balance.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, plainKey } from '#lib/providers/fields.ts';
import type { HubDeps } from '#lib/providers/hub/adapter-deps.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { Limits } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 2: balance, limits and metrics of the account. */
export function accountOf({
  client,
  readable,
  paths,
}: HubDeps): Required<Pick<ProviderPort, 'balance' | 'limits' | 'metrics'>> {
  return {
    async balance(call) {
      const { json, asOf } = await paths.balance.read((path) => client.read(path, {}, call));
      return readable(() => balanceIn(json, cents, asOf));
    },
    async limits(call) {
      const { json, asOf } = await paths.limits.read((path) => client.read(path, {}, call));
      return readable(() => toLimits(json, asOf));
    },
    async metrics(call) {
      const { json } = await paths.metrics.read((path) => client.read(path, {}, call));
      return readable(() => toMetrics(json));
    },
  };
}

const readOperation = objectReader({
  enabled: means.active(),
  min: means.least(),
  max: means.most(),
  feeFixed: means.feeFixed(),
  feePercentage: means.feePercentage(),
});

/** Reads every object with an operation's limits; everything else is stored in `other` unchanged. */
function toLimits(json: unknown, asOf: string): Limits {
  const layers = unwrapLayers(json, ['limits', 'operations']);
  const sets = layers.map((layer) => ({ layer, known: Object.values(layer).filter(isLimit).length }));
  const [found] = sets.sort((a, b) => b.known - a.known);
  if (found === undefined || (found.known === 0 && Object.keys(found.layer).length === 0))
    throw new UnreadableAnswer('limits');
  const entries = Object.entries(found.layer);
  return {
    operations: entries.flatMap(([name, value]) => (isLimit(value) ? [toOperation(name, value)] : [])),
    other: plainJson(Object.fromEntries(entries.filter(([, value]) => !isLimit(value)))) as Record<
      string,
      unknown
    >,
    asOf,
  };
}

const isLimit = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && readOperation(value).known >= 1;

function toOperation(name: string, value: Record<string, unknown>): Limits['operations'][number] {
  const { fields, other } = readOperation(value);
  const points = Number(fields.feePercentage ?? Number.NaN);
  return {
    name,
    enabled: fields.enabled,
    min: cents(fields.min),
    max: cents(fields.max),
    feeFixed: cents(fields.feeFixed),
    feeBasisPoints: Number.isFinite(points) ? points : null,
    other: plainJson(other) as Record<string, unknown>,
  };
}

/** No document shows the members, so all of them are returned, without an envelope. */
function toMetrics(json: unknown): Record<string, unknown> {
  const inner = isObject(json) && Object.keys(json).length === 1 ? Object.entries(json)[0] : undefined;
  const opened = inner !== undefined && /^(data|metrics|result)$/.test(plainKey(inner[0])) ? inner[1] : json;
  const metrics = isObject(opened) ? opened : json;
  if (!isObject(metrics)) throw new UnreadableAnswer('metrics');
  return plainJson(metrics) as Record<string, unknown>;
}
