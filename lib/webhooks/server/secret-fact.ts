import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import type { SecretFact } from '#lib/webhooks/contract.ts';
import type { SecretRow } from '#lib/webhooks/server/secrets.ts';

/** Facts that pages may know of each of these secrets, by its target. Never the secret. */
export async function secretFacts(ctx: Ctx, rows: readonly SecretRow[]): Promise<Map<string, SecretFact>> {
  const names = await operatorNames(rows.map(({ issuedTo }) => issuedTo));
  return new Map(rows.map((row) => [row.target, toFact(ctx, row, names.get(row.issuedTo))]));
}

function toFact(ctx: Ctx, row: SecretRow, name: string | undefined): SecretFact {
  return {
    id: row.id,
    origin: row.origin === 'pasted' ? 'pasted' : 'issued',
    issuedAt: row.issuedAt.toISOString(),
    issuedTo: name === undefined ? null : { id: row.issuedTo, name },
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    mayShow: mayShow(row, ctx.operator.id) && ctx.permissions.has('webhook'),
    kept: row.sealed !== null,
  };
}

/** Only who caused it, until they said that they stored it, and while it is the one in use. */
export function mayShow(row: SecretRow, operatorId: string): boolean {
  return (
    row.origin === 'issued' &&
    row.issuedTo === operatorId &&
    row.acknowledgedAt === null &&
    row.supersededAt === null &&
    row.sealed !== null
  );
}
