import 'server-only';
import { eq } from 'drizzle-orm';
import type { Permission } from '#lib/auth/permissions.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';

/** `account`: an account id, or `*` for all accounts. */
type Needed = { account: string; permission: Permission };

/** True when this person has a permission. The row lock keeps it until the transaction ends. */
export async function stillHolds(tx: Transaction, id: string, needed: Needed): Promise<boolean> {
  await tx.select({ id: operators.id }).from(operators).where(eq(operators.id, id)).for('share');
  return (await holdersOf(tx, needed.account, needed.permission)).includes(id);
}

/** Throws `forbidden` when the person lost the role or was disabled after their call began. */
export async function refuseFormer(tx: Transaction, id: string, needed: Needed): Promise<void> {
  if (!(await stillHolds(tx, id, needed)))
    throw new GuicheError('forbidden', `The permission ${needed.permission} is missing.`);
}
