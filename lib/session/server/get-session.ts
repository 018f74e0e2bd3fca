import 'server-only';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { cookies, headers } from 'next/headers';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { type OperatorCtx, originOf } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { identify } from '#lib/api/steps/identify.ts';
import { permissionsOn, ROLES } from '#lib/auth/permissions.ts';
import { setCookie } from '#lib/auth/server/cookies.ts';
import type { Factor } from '#lib/auth/server/factors.ts';
import { proofUntil, sessionIsValid } from '#lib/auth/server/session.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { type AccountSummary, type OpenSession, Preferences, type Session } from '#lib/session/contract.ts';

type Call = { ctx: OperatorCtx };

/** The accounts that the operator may read, with capabilities and the operator's permissions there. */
export async function listVisibleAccounts({ ctx }: Call): Promise<AccountSummary[]> {
  const all = await listAccounts();
  return all.flatMap((account) => {
    const permissions = permissionsOn(ctx.grants, account.id);
    if (!permissions.has('read')) return [];
    const granted = ctx.grants.filter((grant) => grant.account === '*' || grant.account === account.id);
    const { slug, name, kind, environment, simulator } = account;
    return [
      {
        slug,
        name,
        kind,
        environment,
        simulator,
        configured: account.unconfigured !== true,
        capabilities: capabilitiesOf(account),
        permissions: [...permissions],
        roles: ROLES.filter((role) => granted.some((grant) => grant.role === role)),
      },
    ];
  });
}

/** Recovery codes also replace a lost passkey: anyone with a second factor has codes or can make them. */
const proofsOf = (factors: readonly Factor[]): Session['proofs'] =>
  factors.length === 0 ? ['password'] : [...(factors.includes('passkey') ? ['passkey' as const] : []), 'otp'];

export async function getSession({ ctx }: Call): Promise<Session> {
  const { id, name, email } = ctx.operator;
  const [accounts, until] = await Promise.all([listVisibleAccounts({ ctx }), proofUntil(ctx.sessionId)]);
  return {
    operator: { id, name, email },
    accounts,
    permissions: [...permissionsOn(ctx.grants, '*')],
    preferences: readPreferences(ctx),
    signOn: ctx.method === 'oidc',
    proofs: ctx.method === 'oidc' ? ['sso'] : proofsOf(ctx.operator.factors),
    stepUpUntil: until?.toISOString() ?? null,
  };
}

/** Ended sessions are stored for 30 days. A person's first session does not count as a new address. */
const newAddress = sql<boolean>`${sessions.address} is not null and coalesce((
  select bool_and(earlier.address is distinct from ${sessions.address}) from ${sessions} as earlier
  where earlier.operator_id = ${sessions.operatorId} and earlier.created_at < ${sessions.createdAt}
), false)`;

/** A person's valid sessions, the last seen first. `current` is the id of the calling session. */
export async function openSessionsOf(operatorId: string, current: string): Promise<OpenSession[]> {
  const rows = await db()
    .select({ session: sessions, newAddress })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(and(eq(sessions.operatorId, operatorId), sessionIsValid))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map(({ newAddress, session: { id, method, address, userAgent, createdAt, lastSeenAt } }) => ({
    id,
    method,
    address,
    agent: userAgent,
    current: id === current,
    newAddress,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Theme and density, rendered with the page so that it does not flash. `now`: server's time in epoch ms. */
export async function pageStyle(): Promise<{ theme: string; density: string; now: number }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const who = await identify((name) => jar.get(name)?.value, originOf(head)).catch(() => null);
  const style = who === null ? { theme: 'system', density: 'compact' } : readPreferences(who);
  return { theme: style.theme, density: style.density, now: databaseNow() };
}

/** The stored preferences, completed by defaults. The language is the one in use now. */
export function readPreferences(ctx: OperatorCtx): Preferences {
  const stored = Preferences.partial().safeParse(ctx.operator.preferences);
  return {
    theme: 'system',
    density: 'compact',
    singleKeys: true,
    firstDay: [],
    ...(stored.data as Partial<Preferences> | undefined),
    language: ctx.locale,
  };
}

type PartialPreferences = { [K in keyof Preferences]?: Preferences[K] | undefined };

/**
 * SQL: the stored preferences with `changes` applied. It is computed in the update, so that two tabs do not
 * overwrite each other's preference or skipped step. The language in use is stored if none was, because
 * e-mails use it.
 */
export function preferencesWith(
  { locale }: Pick<OperatorCtx, 'locale'>,
  { firstDay, ...changes }: PartialPreferences,
): SQL {
  const language = sql`jsonb_build_object('language', ${locale}::text)`;
  const skipped =
    firstDay === undefined
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object('firstDay', coalesce(${operators.preferences} -> 'firstDay', '[]')
          || (${JSON.stringify(firstDay)}::jsonb - array(
            select jsonb_array_elements_text(coalesce(${operators.preferences} -> 'firstDay', '[]')))))`;
  return sql`${language} || ${operators.preferences} || ${JSON.stringify(changes)}::jsonb || ${skipped}`;
}

/** Saves the changed preferences and keeps what another tab saved meanwhile. */
export async function savePreferences({ ctx, body }: Args<'PUT /api/session/preferences'>) {
  const [row] = await invalidateAfter('people', () =>
    db()
      .update(operators)
      .set({ preferences: preferencesWith(ctx, body) })
      .where(eq(operators.id, ctx.operator.id))
      .returning({ preferences: operators.preferences }),
  );
  const operator = { ...ctx.operator, preferences: row?.preferences };
  return readPreferences({ ...ctx, operator, locale: body.language ?? ctx.locale });
}

const YEAR_SECONDS = 31_536_000;

/** Sets the language cookie; the pages before sign-in use it too. */
export function saveLocale(language: Preferences['language']): void {
  setCookie('locale', language, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS });
}
