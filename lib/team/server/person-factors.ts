import 'server-only';
import { asc, eq } from 'drizzle-orm';
import { codeAppOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { db } from '#lib/db/client.ts';
import { operators, passkeys } from '#lib/db/schema/operators.ts';
import { GuicheError } from '#lib/errors.ts';
import type { PersonFactors } from '#lib/team/contract.ts';

/** A person's keys, code app and recovery codes, never what they prove with. GuicheError `not_found` for nobody. */
export async function personFactors(id: string): Promise<PersonFactors> {
  const [person] = await db().select({ id: operators.id }).from(operators).where(eq(operators.id, id));
  if (person === undefined) throw new GuicheError('not_found', 'No such person.');
  const { name, createdAt, lastUsedAt } = passkeys;
  const [keys, app, recoveryCodes] = await Promise.all([
    db()
      .select({ name, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.operatorId, id))
      .orderBy(asc(createdAt)),
    codeAppOf(id),
    recoveryCodesOf(id),
  ]);
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    keys: keys.map((key) => ({
      name: key.name,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: iso(key.lastUsedAt),
    })),
    totp: app && { confirmedAt: iso(app.confirmedAt), lastUsedAt: iso(app.lastUsedAt) },
    recoveryCodes,
  };
}
