import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, lt, notInArray, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import type { Args } from '#lib/api/serve.ts';
import { type DayKey, dayRow, keyOf, lockDay, ofDay, type Progress } from '#lib/closings/server/day-row.ts';
import { finishReading } from '#lib/closings/server/finish-reading.ts';
import { PHASE_ORDER, PHASES, type Reading } from '#lib/closings/server/reading-phases.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { ago, databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import { type DurableJob, enqueue } from '#lib/data/jobs/queue.ts';
import { closingDays, closingLines, closingPayments, closingVersions } from '#lib/data/schema/closings.ts';
import { announce } from '#lib/events/server/announce.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

const JOB = 'closing-read';
/** A step reads pages for this long (ms); the queue takes one of 180 s for lost. */
const STEP_MS = 20_000;
/** A reading without a step for this long (ms) is dead. */
const DEAD_MS = 15 * 60_000;
/** Failed steps in a row, 2 to 60 s apart, after which the reading is given up. */
const MOST_FAILURES = 6;
/** Codes that pass by themselves. */
const PASSING: readonly string[] = [
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
];

const BEGINNING: Omit<Progress, 'by'> = {
  phase: 'lines',
  list: 0,
  position: null,
  place: 0,
  step: 0,
  failures: 0,
};

/** Reads a day anew, also one that is closed. While a reading runs, another call joins it. */
export async function readDay({ ctx, day }: Args<'POST /closings/{day}/read'>) {
  const key = keyOf(ctx, day);
  if (day > saoPauloDay(databaseNow())) throw invalidField('day', 'future');
  await beginReading(key, ctx.operator.id);
  return { day, reading: true };
}

/** Begins a reading unless one runs. Returns its id, also of one that ran already. */
export async function beginReading(key: DayKey, by: string | null): Promise<string> {
  const begun = await db().transaction(async (tx) => {
    const row = await lockDay(tx, key);
    const { nextReadingId } = row;
    if (nextReadingId !== null && !(await isDead(tx, key))) return { readingId: nextReadingId, isNew: false };
    const readingId = randomUUID();
    await dropOtherReadings(tx, key, [row.readingId, row.signedReadingId]);
    await tx
      .update(closingDays)
      .set({ nextReadingId: readingId, progress: { ...BEGINNING, by }, stepDueAt: dbNow, problem: null })
      .where(ofDay(key));
    await announce(tx, key.accountId, [['closings']]);
    return { readingId, isNew: true };
  });
  if (begun.isNew) await enqueueReading({ ...key, readingId: begun.readingId });
  return begun.readingId;
}

type Begun = DayKey & { readingId: string };

const overdue = lt(closingDays.stepDueAt, ago(DEAD_MS));

const isDead = async (tx: Transaction, key: DayKey): Promise<boolean> =>
  (await tx.$count(closingDays, and(ofDay(key), overdue))) > 0;

/** If it fails, `reviveReadings` queues the reading later. */
const enqueueReading = (reading: Begun): Promise<void> =>
  enqueue(JOB, reading).catch((error: unknown) =>
    log().error({ day: reading.day, err: error }, 'a reading of a day could not be queued'),
  );

/** Rows of readings that were given up. Those of sealed versions and of `kept` stay. */
async function dropOtherReadings(tx: Transaction, { accountId, day }: DayKey, kept: (string | null)[]) {
  const sealed = await tx
    .select({ id: closingVersions.readingId })
    .from(closingVersions)
    .where(and(eq(closingVersions.accountId, accountId), eq(closingVersions.day, day)));
  const ids = [...sealed.map(({ id }) => id), ...kept.filter((id) => id !== null), ''];
  for (const table of [closingLines, closingPayments])
    await tx
      .delete(table)
      .where(and(eq(table.accountId, accountId), eq(table.day, day), notInArray(table.readingId, ids)));
}

export const closingReadJob: DurableJob = {
  name: JOB,
  run: async ({ accountId, day, readingId }, signal) => {
    if (typeof accountId !== 'string' || typeof day !== 'string' || typeof readingId !== 'string')
      return null;
    return stepReading({ accountId, day, readingId }, signal);
  },
};

/** One step of a reading. Null: it is over, or another one took its place. */
export async function stepReading(begun: Begun, signal: AbortSignal): Promise<{ againAt: Date } | null> {
  const row = await dayRow(begun);
  if (row === null || row.nextReadingId !== begun.readingId) return null;
  const progress = row.progress as Progress;
  try {
    const next = await readOn(begun, progress, signal);
    if (next === null) return null;
    return (await saveProgress(begun, progress, next, 0)) ? { againAt: new Date(databaseNow()) } : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return failStep(begun, progress, error);
  }
}

/** Reads pages until the step's time is over. Null: the reading is finished. */
async function readOn(begun: Begun, from: Progress, signal: AbortSignal): Promise<Progress | null> {
  const account = await accountById(begun.accountId);
  if (account === null) throw new GuicheError('not_found', 'The account is archived.');
  const reading: Reading = { ...begun, port: portFor(account), call: backgroundCall(signal) };
  const until = Date.now() + STEP_MS;
  let progress: Progress = { ...from, failures: 0 };
  while (Date.now() < until) {
    signal.throwIfAborted();
    if (progress.phase === 'compare') {
      await finishReading(begun, progress.by);
      return null;
    }
    const next = await PHASES[progress.phase](reading, progress);
    progress = next === null ? nextPhase(progress) : { ...progress, ...next };
  }
  return progress;
}

function nextPhase({ phase, by, step }: Progress): Progress {
  const following = PHASE_ORDER[PHASE_ORDER.indexOf(phase) + 1] ?? 'compare';
  return { ...BEGINNING, phase: following, by, step };
}

/** False: another run of this step was faster. */
async function saveProgress(begun: Begun, from: Progress, next: Progress, waitMs: number): Promise<boolean> {
  const saved = await db()
    .update(closingDays)
    .set({ progress: { ...next, step: from.step + 1 }, stepDueAt: fromNow(waitMs) })
    .where(
      and(
        ofDay(begun),
        eq(closingDays.nextReadingId, begun.readingId),
        sql`(${closingDays.progress} ->> 'step')::int = ${from.step}`,
      ),
    )
    .returning({ day: closingDays.day });
  return saved.length > 0;
}

/** What passes by itself is tried again; anything else, or too often, ends the reading with its problem. */
async function failStep(begun: Begun, progress: Progress, error: unknown) {
  const known = error instanceof GuicheError ? error : null;
  const failures = progress.failures + 1;
  const waitMs = Math.min(60, known?.details.retryAfterSeconds ?? 2 ** failures) * 1_000;
  if (known !== null && PASSING.includes(known.code) && failures < MOST_FAILURES)
    return (await saveProgress(begun, progress, { ...progress, failures }, waitMs))
      ? { againAt: new Date(databaseNow() + waitMs) }
      : null;
  log().info({ day: begun.day, err: error }, 'a day could not be read');
  await endFailed(begun, known?.code ?? 'internal', known?.message ?? 'The day could not be read.');
  return null;
}

/** Ends the reading. What was read of it is dropped; the last complete reading stays. */
async function endFailed(begun: Begun, code: string, message: string): Promise<void> {
  await db().transaction(async (tx) => {
    const row = await lockDay(tx, begun);
    if (row.nextReadingId !== begun.readingId) return;
    const problem = { code, message, at: new Date(databaseNow()).toISOString() };
    await tx
      .update(closingDays)
      .set({ nextReadingId: null, progress: null, stepDueAt: null, problem })
      .where(ofDay(begun));
    await dropOtherReadings(tx, begun, [row.readingId, row.signedReadingId]);
    await announce(tx, begun.accountId, [['closings']]);
  });
}

/** Queues readings again whose step is long overdue: their process died. */
export async function reviveReadings(): Promise<void> {
  const dead = await db()
    .select({
      accountId: closingDays.accountId,
      day: closingDays.day,
      readingId: closingDays.nextReadingId,
    })
    .from(closingDays)
    .where(and(isNotNull(closingDays.nextReadingId), overdue));
  for (const { readingId, ...key } of dead) {
    await db().update(closingDays).set({ stepDueAt: dbNow }).where(ofDay(key));
    if (readingId !== null) await enqueueReading({ ...key, readingId });
  }
}
