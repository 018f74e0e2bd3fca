import 'server-only';
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { limitIn } from '#lib/accounts/rules.ts';
import { fieldConflict, listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { factorColumns, factorsIn, factorsOf } from '#lib/auth/server/factors.ts';
import { changePeople, lockOperator } from '#lib/auth/server/hold-operator.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { isWithin, needsFactor, policiesIn, readNetwork, readPolicies } from '#lib/auth/server/policies.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidField } from '#lib/core/errors.ts';
import { auditBy } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operators, sessions, signInPolicies } from '#lib/data/schema/operators.ts';
import { requestedTodayByPerson } from '#lib/operations/server/approval.ts';
import type { LimitsToday, PoliciesShown } from '#lib/policies/contract.ts';

export async function showPolicies({ ctx }: { ctx: OperatorCtx }): Promise<PoliciesShown> {
  const [policies, people] = await Promise.all([
    readPolicies(),
    db()
      .select({ name: operators.name, ...factorColumns })
      .from(operators)
      .where(and(isNull(operators.disabledAt), isNotNull(operators.passwordHash)))
      .orderBy(asc(operators.name)),
  ]);
  return {
    ...policies,
    withoutFactor: people.filter((one) => factorsIn(one).length === 0).map(({ name }) => name),
    address: ctx.request.address,
    signOn: signOnFacts(),
  };
}

function signOnFacts(): PoliciesShown['signOn'] {
  const { signOn } = settings();
  return signOn === null ? null : { issuer: new URL(signOn.issuer).hostname, roleClaim: signOn.roleClaim };
}

/**
 * Changes the policies; they apply everywhere within 5 s. GuicheError `invalid_request` for an invalid
 * network; `conflict` with the field of a policy that would lock out the caller.
 */
export async function changePolicies({ ctx, body }: Args<'PUT /api/settings/policies'>) {
  const odd = body.allowedNetworks.findIndex((network) => readNetwork(network) === null);
  if (odd >= 0) throw invalidField(`allowedNetworks.${odd}`, 'network', 'One of the networks is none.');
  if (!isWithin(body.allowedNetworks, ctx.request.address)) throw shutsOut('allowedNetworks');
  await changePeople(async (tx) => {
    await lockOperator(tx, ctx.operator.id);
    const factors = await factorsOf(ctx.operator.id, tx);
    if (needsFactor(body, { method: ctx.method, factors })) throw shutsOut('secondFactor');
    if (await isOlder(tx, ctx.sessionId, body.absoluteHours)) throw shutsOut('absoluteHours');
    const before = await policiesIn(tx);
    const row = { ...body, changedAt: sql`now()`, changedBy: ctx.operator.id };
    await tx
      .insert(signInPolicies)
      .values({ id: 'all', ...row })
      .onConflictDoUpdate({ target: signInPolicies.id, set: row });
    await auditBy(tx, ctx, { action: 'policies.change', before, after: body });
    await bindAnswer(tx, ctx.intent, null);
  });
  return showPolicies({ ctx });
}

/** True when the calling session is at least `hours` old, by the database's clock. */
async function isOlder(tx: Transaction, sessionId: string, hours: number): Promise<boolean> {
  const then = sql`now() - make_interval(hours => ${hours})`;
  return (await tx.$count(sessions, and(eq(sessions.id, sessionId), lte(sessions.createdAt, then)))) > 0;
}

const shutsOut = (field: string) => fieldConflict(field, 'shuts_out', 'This would shut you out yourself.');

/** What each person requested today on accounts with a daily limit per person, counted as the limit does. */
export async function limitsToday(): Promise<LimitsToday> {
  const accounts = await listAccounts();
  const limited = accounts.flatMap(({ id, slug, settings }) => {
    const limit = limitIn(settings, 'approvalAboveDaily');
    return limit === null ? [] : [{ id, slug, limit }];
  });
  const requested = await Promise.all(limited.map(({ id }) => requestedTodayByPerson(id)));
  const names = await operatorNames(requested.flat().map(({ operatorId }) => operatorId));
  return {
    items: limited.map(({ slug, limit }, index) => ({
      account: slug,
      limit,
      people: (requested[index] ?? []).map(({ operatorId: id, ...sums }) => ({
        id,
        name: names.get(id) ?? '',
        ...sums,
      })),
    })),
    asOf: databaseIso(),
  };
}
