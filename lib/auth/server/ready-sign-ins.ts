import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '#lib/auth/permissions.ts';
import { dropFactors } from '#lib/auth/server/factors.ts';
import { hashPassword, passwordMatches } from '#lib/auth/server/passwords.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { isLoopbackAddress, isLoopbackHost } from '#lib/core/address-name.ts';
import { settings } from '#lib/core/env/settings.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { type Database, db, lockFirstRows, type Transaction } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';

export type ReadySignIn = { role: Role; email: string; password: string };

/** One person per role, in the order of the sign-in page. */
const PEOPLE: { role: Role; email: string; name: string }[] = [
  { role: 'admin', email: 'admin@guiche.example', name: 'Regina Farias' },
  { role: 'analyst', email: 'analise@guiche.example', name: 'Lívia Prates' },
  { role: 'finance', email: 'financeiro@guiche.example', name: 'Caio Fontes' },
  { role: 'developer', email: 'integracao@guiche.example', name: 'Bruna Sales' },
  { role: 'viewer', email: 'leitura@guiche.example', name: 'Davi Moura' },
];
const FIRST = ['vale', 'serra', 'brisa', 'praia', 'ponte', 'duna', 'campo', 'lagoa'];
const SECOND = ['azul', 'clara', 'verde', 'mansa', 'larga', 'serena', 'alta', 'nova'];

/** The same password after a restart: derived from the installation's secret, never stored in clear. */
function password(): string {
  const digest = Buffer.from(keyedHash('ready sign-ins', 'ready'), 'hex');
  const word = (words: string[], at: number) => words[(digest[at] ?? 0) % words.length];
  return `${word(FIRST, 0)}-${word(SECOND, 1)}-${String(digest.readUInt16BE(2) % 10_000).padStart(4, '0')}`;
}

/** The ready sign-ins, while every account is the simulator's and only this machine is served; else none. */
export async function readySignIns(): Promise<ReadySignIn[]> {
  if (!(await areAllowed())) return [];
  return PEOPLE.map(({ role, email }) => ({ role, email, password: password() }));
}

/** A password that the page shows is for people at this machine, not for whoever finds the address. */
async function areAllowed(): Promise<boolean> {
  const { host, url } = settings();
  if (!isLoopbackHost(host) || !isLoopbackAddress(url)) return false;
  const rows = await db()
    .select({ simulator: accounts.simulator })
    .from(accounts)
    .where(isNull(accounts.archivedAt));
  return rows.length > 0 && rows.every((row) => row.simulator);
}

/** At start: creates the ready operators, or ends them and their sessions where they are not allowed. */
export async function prepareReadySignIns(): Promise<void> {
  const open = await areAllowed();
  await invalidateAfter('people', open ? makeReady : () => endReadySignIns(db()));
}

/** Ends the ready operators and their sessions. The caller invalidates `people`. */
export async function endReadySignIns(tx: Database | Transaction): Promise<void> {
  await tx
    .update(operators)
    .set({ disabledAt: sql`now()`, passwordHash: null, sessionVersion: sql`${operators.sessionVersion} + 1` })
    .where(and(eq(operators.ready, true), isNull(operators.disabledAt)));
}

async function makeReady(): Promise<void> {
  const secret = password();
  // Two instances may start at once; the second finds what the first created.
  await db().transaction(async (tx) => {
    await lockFirstRows(tx);
    const ready = await tx.select().from(operators).where(eq(operators.ready, true));
    // Second factors tried out on ready operators end at start, so that a lost phone locks nobody out of the
    // sandbox.
    await dropFactors(
      tx,
      ready.map(({ id }) => id),
    );
    const unchanged = ready.every(({ disabledAt, passwordAt }) => disabledAt === null && passwordAt === null);
    if (unchanged && (await passwordMatches(ready[0]?.passwordHash, secret))) return;
    const passwordHash = await hashPassword(secret);
    for (const person of PEOPLE) {
      const id = `ready-${person.role}`;
      const fresh = { passwordHash, passwordAt: null, disabledAt: null };
      await tx
        .insert(operators)
        .values({ id, email: person.email, name: person.name, ready: true, ...fresh })
        .onConflictDoUpdate({ target: operators.id, set: fresh });
      await tx
        .insert(grants)
        .values({ operatorId: id, account: '*', role: person.role })
        .onConflictDoNothing();
    }
    await appendAudit(tx, { operatorId: null, accountId: null, action: 'ready-sign-ins.make', result: 'ok' });
  });
}
