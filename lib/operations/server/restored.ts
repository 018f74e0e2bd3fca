import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';
import { endOfSeen, lookQuietly } from '#lib/operations/server/look-up.ts';
import { openRequest, send } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Tells if a backup was put back since it was last sent from this database: it may have been sent in between. */
export const mayHaveMovedOn = ({ restoredAt, lastSentAt }: OperationRow): boolean =>
  restoredAt !== null && (lastSentAt === null || lastSentAt < restoredAt);

/**
 * Looks a restored operation up and settles it where it was sent since the backup. Money whose look-up does not tell
 * becomes `unknown`: it is looked up on, and a person says how it ended. Null: nothing of it is there, or nothing can
 * tell by its kind.
 */
export async function settleRestored(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
): Promise<OperationRow | null> {
  if (!mayHaveMovedOn(row) || kind.lookUp === undefined) return null;
  const seen = await lookQuietly(kind, row, port);
  const held = seen.found === 'unsure' && kind.approvable === true;
  const end = held ? ({ state: 'unknown', error: unclear() } as const) : endOfSeen(kind, row, seen);
  if (end === null) return null;
  return (await settle(kind, row, openRequest(row), end, 'left behind')) ?? row;
}

/** What a person lets go or repeats: one that was restored is looked up first. */
export async function lookUpAndSend(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
): Promise<OperationRow> {
  return (await settleRestored(kind, row, port)) ?? send(kind, row, port);
}

const unclear = () => new GuicheError('restored', 'It may have been sent before the backup was put back.');
