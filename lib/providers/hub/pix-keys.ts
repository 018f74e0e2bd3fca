import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { best, layersOf, listOf } from '#lib/providers/envelopes.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import { type HubDeps, withoutUndefined } from '#lib/providers/hub/adapter-deps.ts';
import * as means from '#lib/providers/meanings.ts';
import type { PixKey } from '#lib/providers/money-records.ts';
import type { Listed, ProviderPort } from '#lib/providers/port.ts';
import { derivedId, hasId as hasItsId, type Must, wholeList } from '#lib/providers/rows.ts';

/** Document 2, the account's own Pix keys. */
export function pixKeysOf({ client, readable, paths }: HubDeps): NonNullable<ProviderPort['pixKeys']> {
  const pathOf = (id: string) => `/transactions/pix-keys/${segment(id)}`;
  return {
    async list(call) {
      const { json } = await client.read('/transactions/pix-keys', {}, call);
      return readable(() => keysIn(json));
    },
    async create({ type, key }, change) {
      const body = { json: withoutUndefined({ type: type.toUpperCase(), key }) };
      const outcome = await client.change('POST', '/transactions/pix-keys', body, change);
      return ended(readable, outcome, ({ json }) => toKey(oneKey(json)));
    },
    async setDefault(id, change) {
      const terms = { thing: true, empty: true };
      const outcome = await paths.defaultKey.change((method) =>
        client.change(method, `${pathOf(id)}/default`, null, change, terms),
      );
      // Its 2xx says enough, whatever stands in it.
      return ended(readable, outcome, ({ json }) => optional(json));
    },
    async remove(id, change) {
      const outcome = await client.change('DELETE', pathOf(id), null, change, { thing: true, empty: true });
      return ended(readable, outcome, () => null);
    },
  };
}

const KEY = {
  id: means.id(),
  key: means.pixKey('value', 'key.value'),
  type: means.pixKeyType('type', 'kind'),
  status: means.state(),
  isDefault: means.isDefault(),
  createdAt: means.made(),
};
const readKey = objectReader(KEY, ['pixKey', 'key']);
type WireKey = ReadObject<typeof KEY>;
const hasId = ({ fields }: WireKey) => fields.id !== null;
const WRAPPERS = ['pixKey', 'key'];

const KEY_MUST: Must<PixKey> = { id: hasItsId, pixKey: ({ key }) => key !== null };

/** A row that tells neither id nor key stands there too: the list says that one of its keys could not be read. */
function keysIn(json: unknown): Listed<PixKey> {
  const { rows, ...said } = listOf(json, ['keys', 'pixKeys']);
  const keys = rows.map((row) => toKey(readKey.row(row)));
  return wholeList(keys, KEY_MUST, said);
}

const oneKey = (json: unknown) => best(layersOf(json, WRAPPERS), readKey, hasId, ['key', { id: hasId }]);

function optional(json: unknown): PixKey | null {
  const [found] = layersOf(json, WRAPPERS)
    .map(readKey)
    .filter((read) => hasId(read) && read.known >= 2)
    .sort((a, b) => b.known - a.known);
  return found === undefined ? null : toKey(found);
}

const toKey = ({ fields, other }: WireKey): PixKey => ({
  ...fields,
  id: fields.id ?? derivedId({ fields, other }),
  // Document 2's words are in capitals.
  type: fields.type?.toUpperCase() ?? null,
  other: plainJson(other) as Record<string, unknown>,
});
