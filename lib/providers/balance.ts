import 'server-only';
import { numberText } from '#lib/core/http/json.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, number, objectReader } from '#lib/providers/fields.ts';
import type { Balance } from '#lib/providers/records.ts';
import { best, unwrapLayers } from '#lib/providers/unwrap.ts';

/** An account's balance, whose fields neither document 1 nor document 2 shows: one reader for both. */

const FIELDS = {
  available: means.available(),
  /** DrawerRoute `available` it may be the whole: alone it is what there is. */
  balance: number(),
  blocked: means.blocked(),
  total: means.balanceTotal(),
  syncedAt: means.changed('syncedAt', 'asOf', 'synchronizedAt'),
};
const read = objectReader(FIELDS, ['balance', 'account', 'wallet']);

/** Amount blocked for one reason, told as an object. */
const readPart = objectReader({ amount: means.amount('value') });

/** `centsOf`: how the document writes money. `asOf`: when it was answered, ISO 8601 UTC. */
export function balanceIn(
  json: unknown,
  centsOf: (written: string | null) => number | null,
  asOf: string,
): Balance {
  const told = ({ fields }: ReturnType<typeof read>) =>
    [fields.available, fields.balance, fields.total, fields.blocked].some((one) => centsOf(one) !== null);
  const { fields, other } = best(
    unwrapLayers(json, ['balance', 'balances', 'wallet', 'account', 'user']),
    read,
    told,
    ['balance'],
  );
  const available = centsOf(fields.available ?? fields.balance);
  const blocked = centsOf(fields.blocked);
  const sum = available === null || blocked === null ? null : available + blocked;
  return {
    available,
    blocked,
    total: centsOf(fields.total) ?? sum,
    breakdown: partsOf(other, centsOf),
    asOf: fields.syncedAt ?? asOf,
  };
}

/** Enrichment the lines of a statement. */
export const balanceOf = (object: Record<string, unknown>): string | null => {
  const { balance, available } = read(object).fields;
  return balance ?? available;
};

/** `blockedByWithdraw: 100` → withdraw 100; or an object of them. */
function partsOf(
  other: Record<string, unknown>,
  centsOf: (written: string | null) => number | null,
): Balance['breakdown'] {
  return Object.entries(other).flatMap(([key, value]) => {
    const [, named] = /^blocked_?by_?(.*)$/i.exec(key) ?? [];
    if (named === undefined) return [];
    if (named === '' && isObject(value)) return partsOf(prefixed(value), centsOf);
    const amount = centsOf(isObject(value) ? readPart(value).fields.amount : numberText(value));
    return amount === null ? [] : [{ kind: named.replace(/^./, (first) => first.toLowerCase()), amount }];
  });
}

const prefixed = (parts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).map(([key, value]) => [`blockedBy${key}`, value]));
