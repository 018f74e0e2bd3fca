import 'server-only';
import { type Account, openCredentials } from '#lib/accounts/server/account.ts';
import { portFor } from '#lib/providers/registry.ts';
import { cut } from '#lib/text.ts';
import type { CallbackFacts } from '#lib/webhooks/callback-body.ts';
import type { Used } from '#lib/webhooks/server/verifying-secret.ts';
import { type Claim, isSignedWith } from '#lib/webhooks/signature.ts';

/** The secret of a card account came with its credentials: there is one, and it is never rotated here. */
export function cardSignature(account: Account, claim: Claim, body: Buffer): Used | 'none' | 'wrong' {
  const { webhookSecret } = openCredentials(account);
  if (webhookSecret === undefined) return 'none';
  return isSignedWith(claim, body, webhookSecret)
    ? { target: 'account', secretId: null, old: false, signedAt: claim.atMs }
    : 'wrong';
}

/**
 * Reads a card postback (document 3): repeats are known by event, charge, status code and cycle. `kept`: the
 * body that is stored, with nothing of a card in it. Null where it names no charge.
 */
export function readCardPostback(
  account: Account,
  body: string,
): { facts: CallbackFacts; kept: string } | null {
  const told = portFor(account).card?.readPostback(body) ?? null;
  if (told === null) return null;
  const { event, charge } = told;
  const { id, externalId, statusCode, status, recurrenceCycle } = charge;
  return {
    facts: {
      transactionId: cut(id, 128),
      event,
      status: statusCode === null ? status : String(statusCode),
      infraction: null,
      ...(externalId === null ? {} : { clientReference: cut(externalId, 64) }),
      deliveryId: JSON.stringify(['card', event, id, statusCode ?? status, recurrenceCycle]),
      features: ['card', 'deliveries'],
    },
    kept: JSON.stringify({ event, data: charge }),
  };
}
