import 'server-only';
import type { Database, Transaction } from '#lib/db/client.ts';
import { usedChallenges } from '#lib/db/schema/operators.ts';

/** Marks a challenge as used; true for the first caller alone. `until`: epoch ms after which nobody may use it anyway. */
export async function takeChallenge(
  on: Database | Transaction,
  challenge: string,
  until: number,
): Promise<boolean> {
  const used = await on
    .insert(usedChallenges)
    .values({ challenge, expiresAt: new Date(until) })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  return used.length > 0;
}
