import 'server-only';
import { createHmac } from 'node:crypto';
import { deriveKey, masterSecrets } from '#lib/core/env/secret.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { retiredKeysFor } from '#lib/data/retired-keys.ts';
import { erasureWaits, tombstones } from '#lib/data/schema/audit.ts';

/** Purpose of the tombstones' key; kept when a secret is replaced, because nobody has the documents. */
export const ERASED = 'erased';
/** Another instance may erase somebody: what was read of it is never older. */
export const READ_MS = 5_000;

/** Tells if one of these forms is an erased person's; forms are made only where somebody was erased. */
export type Erased = (forms: () => Iterable<string>) => boolean;
type Read = { hashes: ReadonlySet<string>; keys: readonly Buffer[]; until: number };
// On globalThis: the framework loads this file once for pages and once for handlers.
const processState = globalThis as { guicheTombstones?: Read };

const hashOf = (form: string, key: Buffer) => createHmac('sha256', key).update(form).digest('hex');

/** Of a document, for who compares two entries of the log: nothing can be read from it. */
export const fingerprintOf = (form: string): string => hashOf(form, deriveKey(ERASED)).slice(0, 16);

/** From now on whatever has one of these forms is known as an erased person's, within five seconds everywhere. */
export async function bury(tx: Transaction, forms: Iterable<string>): Promise<void> {
  const key = deriveKey(ERASED);
  const rows = [...forms].map((form) => ({ hash: hashOf(form, key), madeAt: dbNow }));
  const AT_ONCE = 1_000;
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await tx
      .insert(tombstones)
      .values(rows.slice(first, first + AT_ONCE))
      .onConflictDoNothing();
}

/** Makes the next reading fresh: somebody was erased. */
export function forgetRead(): void {
  delete processState.guicheTombstones;
}

/** The erased people, as of the last five seconds. Asking costs nothing where there are none. */
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

/** Notes what is still open of an erased person; `erasureId` null: it began after them. */
export async function waitFor(tx: Transaction, waiting: Waiting, erasureId: string | null): Promise<void> {
  await tx
    .insert(erasureWaits)
    .values({ ...waiting, since: dbNow, erasureId })
    .onConflictDoNothing();
}
