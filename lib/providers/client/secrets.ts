import 'server-only';
import { Secret } from '#lib/core/masking/secret.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, plainKey } from '#lib/providers/fields.ts';
import { unwrapLayers } from '#lib/providers/unwrap.ts';

/**
 * Wraps a secret that a provider issues in a Secret, so that nothing that prints or stores an answer shows
 * it.
 */

const NAMES = means.SECRETS.map(plainKey);
/** Names inside `secret: { … }`. */
const INSIDE = means.INSIDE_A_SECRET;
const WRAPPERS = ['webhook', 'callback', 'credentials'];
const SHORTEST = 8;

/** The secret in an answer, next to the record or inside it; null when there is none. */
export function secretIn(json: unknown): Secret | null {
  if (isSecret(json)) return new Secret(json);
  const layers = unwrapLayers(json, WRAPPERS);
  for (const name of NAMES)
    for (const layer of layers)
      for (const [key, value] of Object.entries(layer)) {
        if (plainKey(key) !== name) continue;
        const found = isObject(value) ? insideOf(value) : value;
        if (isSecret(found)) return new Secret(found);
      }
  return null;
}

function insideOf(object: Record<string, unknown>): unknown {
  const names = [...INSIDE, ...NAMES];
  return Object.entries(object).find(([key, value]) => names.includes(plainKey(key)) && isSecret(value))?.[1];
}

/** Excludes words like `true` and masked secrets. */
const isSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= SHORTEST && !/\s|\*{2}|•|\.{3}|…/.test(value);

/** Fields that Guichê does not know, without those that may hold a credential. */
export function withoutSecrets(other: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(other).flatMap(([key, value]) => {
      if (/secret|signingkey|signaturekey|hmac|token|password|credential/.test(plainKey(key))) return [];
      if (Array.isArray(value))
        return [[key, value.map((one) => (isObject(one) ? withoutSecrets(one) : one))]];
      return [[key, isObject(value) ? withoutSecrets(value) : value]];
    }),
  );
}
