import 'server-only';
import { timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { generateSecret, generateSync, generateURI } from 'otplib';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import type { Database, Transaction } from '#lib/db/client.ts';
import { databaseNow, dbNow } from '#lib/db/clock.ts';
import { codeApps } from '#lib/db/schema/operators.ts';

const STEP_SECONDS = 30;
/** A phone's clock may be off by one step either way. */
const STEPS_OFF = 1;
const SEALED_FOR = 'code-app';

/** Begins an app anew: base32 secret and the address that a QR code holds. Nothing counts until `confirmApp`. */
export async function beginApp(tx: Transaction, operator: { id: string; email: string }, issuer: string) {
  const secret = generateSecret();
  const fresh = {
    secret: seal(secret, SEALED_FOR),
    createdAt: dbNow,
    confirmedAt: null,
    lastStep: 0,
    lastUsedAt: null,
  };
  const begun = await tx
    .insert(codeApps)
    .values({ operatorId: operator.id, ...fresh })
    // One that counts already stays until it is removed.
    .onConflictDoUpdate({ target: codeApps.operatorId, set: fresh, setWhere: isNull(codeApps.confirmedAt) })
    .returning({ operatorId: codeApps.operatorId });
  if (begun.length === 0) return null;
  return { secret, uri: generateURI({ issuer, label: operator.email, secret }) };
}

/** The first code of the app that was begun makes it count. */
export async function confirmApp(tx: Transaction, operatorId: string, code: string): Promise<boolean> {
  if (!(await take(tx, operatorId, code, isNull(codeApps.confirmedAt)))) return false;
  await tx.update(codeApps).set({ confirmedAt: dbNow }).where(eq(codeApps.operatorId, operatorId));
  return true;
}

/** Accepts a code of the person's confirmed app, for the present time and a step no code was taken of yet. */
export function takeCode(on: Database | Transaction, operatorId: string, code: string): Promise<boolean> {
  return take(on, operatorId, code, isNotNull(codeApps.confirmedAt));
}

async function take(
  on: Database | Transaction,
  operatorId: string,
  code: string,
  state: ReturnType<typeof isNull>,
): Promise<boolean> {
  const own = and(eq(codeApps.operatorId, operatorId), state);
  const [app] = await on.select({ secret: codeApps.secret }).from(codeApps).where(own);
  const step = app === undefined ? null : stepOf(unseal(app.secret, SEALED_FOR), code);
  if (app === undefined || step === null) return false;
  const taken = await on
    .update(codeApps)
    .set({ lastStep: step, lastUsedAt: sql`now()` })
    .where(and(own, eq(codeApps.secret, app.secret), lt(codeApps.lastStep, step)))
    .returning({ step: codeApps.lastStep });
  return taken.length > 0;
}

/** The step whose code this is, by the database's clock; null: of none near now. */
function stepOf(secret: string, code: string): number | null {
  const now = Math.floor(databaseNow() / 1000 / STEP_SECONDS);
  const given = Buffer.from(code.padEnd(6).slice(0, 6));
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step += 1) {
    const right = Buffer.from(generateSync({ secret, epoch: step * STEP_SECONDS }));
    if (timingSafeEqual(right, given)) return step;
  }
  return null;
}
