import 'server-only';
import { numberText } from '#lib/core/http/json.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, number, objectReader } from '#lib/providers/fields.ts';
import type { Balance } from '#lib/providers/records.ts';
import { best, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Reader of an account's balance, shared by documents 1 and 2, as neither shows its fields. */

const FIELDS = {
  available: means.available(),
  /** Next to `available` it may be the total; alone it is the available balance. */
  balance: number(),
  blocked: means.blocked(),
  total: means.balanceTotal(),
  syncedAt: means.changed('syncedAt', 'asOf', 'synchronizedAt'),
};
const read = objectReader(FIELDS, ['balance', 'account', 'wallet']);

/** The amount blocked for one reason, given as an object. */
const readPart = objectReader({ amount: means.amount('value') });

/**
 * Reads a balance in cents. `centsOf` parses the document's amounts. `asOf`: when it was answered, ISO 8601
 * UTC.
 */
export function balanceIn(
  json: unknown,
  centsOf: (written: string | null) => number | null,
  asOf: string,
): Balance {
  const hasAmount = ({ fields }: ReturnType<typeof read>) =>
    [fields.available, fields.balance, fields.total, fields.blocked].some((one) => centsOf(one) !== null);
  const { fields, other } = best(
    unwrapLayers(json, ['balance', 'balances', 'wallet', 'account', 'user']),
    read,
    hasAmount,
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

/** The balance next to the lines of a statement, as written. */
export const balanceOf = (object: Record<string, unknown>): string | null => {
  const { balance, available } = read(object).fields;
  return balance ?? available;
};

/** Parts of the blocked amount: `blockedByWithdraw: 100` → withdraw 100; or an object of them. */
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
