import type { SecretFact } from '#lib/webhooks/queries.ts';

/** This operator has not said yet that they stored it, and may see it once more. */
export const isUnacknowledged = (secret: SecretFact | null | undefined): secret is SecretFact =>
  secret?.origin === 'issued' && secret.acknowledgedAt === null && secret.mayShow;
