import 'server-only';
import { createHmac } from 'node:crypto';
import { deriveKey, masterSecrets } from '#lib/core/env/secret.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { retiredKeysFor } from '#lib/data/retired-keys.ts';
import { erasureWaits, tombstones } from '#lib/data/schema/audit.ts';

/**
 * Purpose of the tombstones' key. The key is stored when its secret is replaced, because the hashes cannot be
 * made again: nobody has the documents.
 */
export const ERASED = 'erased';
/** Greatest age (ms) of a cached reading: another instance may erase somebody. */
export const READ_MS = 5_000;

/**
 * True if one of these forms belongs to an erased person. The forms are computed only if somebody was erased.
 */
export type Erased = (forms: () => Iterable<string>) => boolean;
type Read = { hashes: ReadonlySet<string>; keys: readonly Buffer[]; until: number };
// On globalThis: the framework loads this file once for pages and once for handlers.
const processState = globalThis as { guicheTombstones?: Read };

const hashOf = (form: string, key: Buffer) => createHmac('sha256', key).update(form).digest('hex');

/** A document's fingerprint, to compare two entries of the log. It does not reveal the document. */
export const fingerprintOf = (form: string): string => hashOf(form, deriveKey(ERASED)).slice(0, 16);

/** Marks these forms as an erased person's. Every instance knows within five seconds. */
export async function addTombstones(tx: Transaction, forms: Iterable<string>): Promise<void> {
  const key = deriveKey(ERASED);
  const rows = [...forms].map((form) => ({ hash: hashOf(form, key), madeAt: dbNow }));
  const AT_ONCE = 1_000;
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await tx
      .insert(tombstones)
      .values(rows.slice(first, first + AT_ONCE))
      .onConflictDoNothing();
}

/** Clears this process's cache, because somebody was erased. */
export function clearErasedCache(): void {
  delete processState.guicheTombstones;
}

/**
 * Returns a check against the erased people, as of the last five seconds. It costs nothing if nobody was
 * erased.
 */
export async function erasedForms(): Promise<Erased> {
  const { hashes, keys } = await read();
  if (hashes.size === 0) return () => false;
  return (forms) => [...forms()].some((form) => keys.some((key) => hashes.has(hashOf(form, key))));
}

async function read(): Promise<Read> {
  const now = performance.now();
  if (processState.guicheTombstones !== undefined && now < processState.guicheTombstones.until)
    return processState.guicheTombstones;
  const rows = await db().select({ hash: tombstones.hash }).from(tombstones);
  const retired = rows.length === 0 ? [] : await retiredKeysFor(ERASED);
  const keys = [
    ...masterSecrets().map((master) => deriveKey(ERASED, master)),
    ...retired.map(({ key }) => key),
  ];
  processState.guicheTombstones = {
    hashes: new Set(rows.map(({ hash }) => hash)),
    keys,
    until: now + READ_MS,
  };
  return processState.guicheTombstones;
}

export type Waiting = Pick<typeof erasureWaits.$inferSelect, 'kind' | 'accountId' | 'targetId'>;

/** Stores open work on an erased person. `erasureId` null: the work began after the erasure. */
export async function waitFor(tx: Transaction, waiting: Waiting, erasureId: string | null): Promise<void> {
  await tx
    .insert(erasureWaits)
    .values({ ...waiting, since: dbNow, erasureId })
    .onConflictDoNothing();
}
