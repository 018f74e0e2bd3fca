import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { ago } from '#lib/db/clock.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';

/** How long an operation waits for its approval. */
const WAITS_MS = 24 * 60 * 60 * 1000;

/** Money that leaves needs a second person above this (cents; the account's setting); null: it never does. */
export function approvalAbove({ settings }: Pick<Account, 'settings'>): number | null {
  const text = String(settings.approvalAbove ?? '').trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** An amount that is not known is approved like the largest. */
export function needsApproval(
  account: Pick<Account, 'settings'>,
  { approvable }: Pick<AnyKind, 'approvable'>,
  amount: number | undefined,
): boolean {
  const above = approvalAbove(account);
  return approvable === true && above !== null && (amount === undefined || amount > above);
}

export const approvalEnds = ({ createdAt }: Pick<OperationRow, 'createdAt'>) =>
  new Date(createdAt.getTime() + WAITS_MS);

/** What was begun before this waited too long. */
export const approvableSince = ago(WAITS_MS);
