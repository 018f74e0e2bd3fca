import { PixError } from '../errors.ts';
import type { PixTransaction } from '../types.ts';
import { TAG } from '../world/codes.ts';
import type { Entry } from '../world/overlay.ts';
import { blankTransaction, isoOf } from '../world/rows.ts';
import type { Fields } from './fields.ts';
import type { PixParts } from './parts.ts';

export type Common = {
  callbackUrl: string | null;
  clientReference: string | null;
  virtualAccount: string | null;
};

/** Fields that every creating route accepts. */
export function commonFields(fields: Fields): Common {
  return {
    callbackUrl: fields.url('callbackUrl'),
    clientReference: fields.text('clientReference', { most: 64 }),
    virtualAccount: fields.text('virtualAccount', { most: 50 }),
  };
}

const IDS = 1 << 26;

/** A restarted world must not reuse the ids of the previous one. */
function startOf(anchor: number): number {
  return Math.floor(anchor / 1000) % IDS;
}

export function begin(parts: PixParts, part: Partial<PixTransaction>): PixTransaction {
  const { world } = parts;
  const now = isoOf(world.now());
  return {
    ...blankTransaction(),
    ...part,
    id: world.codes.id(TAG.created, (startOf(world.options.anchor) + world.overlay.created.length) % IDS),
    createdAt: now,
    updatedAt: now,
  };
}

export function entryOf(transaction: PixTransaction, due: Entry['due'], asked: string | null): Entry {
  return { transaction, index: null, createdAt: Date.parse(transaction.createdAt), due, refunds: [], asked };
}

/**
 * One operation for each client reference (PZC210). A repetition of the same payment returns the first one.
 */
export function repeated(
  { world }: PixParts,
  clientReference: string | null,
  asked: string | null,
): PixTransaction | null {
  if (clientReference === null) return null;
  const row = world.byReference(clientReference);
  if (!row) return null;
  const known = world.overlay.get(row.id);
  if (known && asked !== null && known.asked === asked) return known.transaction;
  throw new PixError(409, 'PZC210', `Já existe uma operação com a clientReference ${clientReference}.`);
}

/** The amount's cents select the outcome, so every outcome is reachable without the control API. */
export function fateByCents(amount: number): string {
  const rest = amount % 100;
  return rest === 13 ? 'cancel' : rest === 17 ? 'error' : 'pay';
}
