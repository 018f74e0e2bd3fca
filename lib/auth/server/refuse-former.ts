import 'server-only';
import { eq } from 'drizzle-orm';
import type { Permission } from '#lib/auth/permissions.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';

/** `account`: its id, or `*` for all accounts. */
type Needed = { account: string; permission: Permission };

/** Tells if this person holds a permission; nobody takes that from them until the transaction ends. */
export async function stillHolds(tx: Transaction, id: string, needed: Needed): Promise<boolean> {
  await tx.select({ id: operators.id }).from(operators).where(eq(operators.id, id)).for('share');
  return (await holdersOf(tx, needed.account, needed.permission)).includes(id);
}

/** Refuses (`forbidden`) a person who lost the role, or was disabled, since their call began. */
export async function refuseFormer(tx: Transaction, id: string, needed: Needed): Promise<void> {
  if (!(await stillHolds(tx, id, needed)))
    throw new GuicheError('forbidden', `The permission ${needed.permission} is missing.`);
}
