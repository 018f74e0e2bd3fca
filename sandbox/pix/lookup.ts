import { invalid } from '../errors.ts';
import type { PixTransaction } from '../types.ts';
import { text } from './params.ts';
import type { PixParts } from './parts.ts';

const KEYS = ['id', 'clientReference', 'endToEndId'] as const;

/** GET /pix, /withdraw and /internal-transfer: finds one transaction by some of its keys, joined by AND. */
export function lookUp(
  { world }: PixParts,
  query: URLSearchParams,
  wanted: (row: PixTransaction) => boolean,
  keys: readonly (typeof KEYS)[number][] = KEYS,
): PixTransaction | null {
  const requested = {
    id: text(query, 'id'),
    clientReference: text(query, 'clientReference', 64),
    endToEndId: text(query, 'endToEndId', 64),
    virtualAccount: text(query, 'virtualAccount', 50),
  };
  if (!keys.some((key) => requested[key] !== undefined))
    throw invalid('id', `informe ao menos um de: ${keys.join(', ')}`);
  const row =
    (requested.id !== undefined && world.transaction(requested.id)) ||
    (requested.clientReference !== undefined && world.byReference(requested.clientReference)) ||
    (requested.endToEndId !== undefined && world.byEndToEnd(requested.endToEndId)) ||
    null;
  if (!row || !wanted(row)) return null;
  const fits = Object.entries(requested).every(
    ([key, value]) => value === undefined || row[key as 'id'] === value,
  );
  return fits ? row : null;
}
