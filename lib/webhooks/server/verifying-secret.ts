import 'server-only';
import type { Place } from '#lib/webhooks/server/receiver-at.ts';
import { ACCOUNT_TARGET, openSecret } from '#lib/webhooks/server/secrets.ts';
import { type Claim, isSignedWith } from '#lib/webhooks/signature.ts';

/**
 * The secret that verified (`secretId` null: the account's credential). `old`: another took its place. `signedAt`: when
 * its sender says that it was signed, by their clock (epoch ms).
 */
export type Used = { target: string; secretId: string | null; old: boolean; signedAt: number };

/**
 * The stored secret that signed this body. The account's secret signs callbacks to a transaction's own address
 * (`ofTransaction`: they name no event); those of a registered webhook are signed with the webhook's.
 */
export function verifyingSecret(
  { secrets }: Place,
  claim: Claim,
  body: Buffer,
  ofTransaction: boolean,
): Used | 'none' | 'wrong' {
  const usable = secrets.filter(({ target }) => ofTransaction || target !== ACCOUNT_TARGET);
  for (const row of usable) {
    const secret = openSecret(row);
    if (secret !== null && isSignedWith(claim, body, secret.reveal()))
      return { target: row.target, secretId: row.id, old: row.supersededAt !== null, signedAt: claim.atMs };
  }
  return usable.length === 0 ? 'none' : 'wrong';
}
