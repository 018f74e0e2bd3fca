import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { log } from '#lib/core/log.ts';
import { type Database, db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { databaseAhead } from '#lib/data/clock.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';
import type { AnyKind, CreatedThing, LookUp, OperationRow } from '#lib/operations/server/kind.ts';
import { auditOperation } from '#lib/operations/server/notify-operation.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { hasId } from '#lib/providers/rows.ts';

/**
 * Whether a record or an answer of the provider belongs to an operation, and when Guichê looks an operation
 * up.
 */

const HOUR_MS = 3_600_000;
const FIRST_WAITS_SECONDS = [2, 5, 15, 60, 300, 900, 3600];

/** How long an unknown outcome is looked up (ms). */
export const LOOK_UP_PERIOD_MS = 7 * 24 * HOUR_MS;
/** After this time (ms) in which every look-up found nothing, the operation counts as not done. */
export const ABSENT_MS = HOUR_MS;

/** ms to wait after `count` look-ups: 2, 5, 15, 60 s, then 5, 15, 60 min, then hourly. */
export const waitBeforeLookUp = (count: number): number => (FIRST_WAITS_SECONDS[count] ?? 3600) * 1000;

/** Refusals that mean nothing was attempted: one look-up that finds nothing settles it. */
const NOTHING_TRIED = /^PZ(?:D500|S500|F500|F503|G429|A2\d\d)$/;

export const nothingWasTried = (code: string | null | undefined): boolean => NOTHING_TRIED.test(code ?? '');

/** Remaining clock difference to allow for once the provider's offset is known. */
const MARGIN_MS = 5 * 60_000;

/** Since when the provider's lists can contain this operation. ISO 8601 UTC, by the provider's clock. */
export const listedSince = (row: OperationRow): string =>
  new Date(firstSendTime(row) - MARGIN_MS).toISOString();

/** By the provider's clock, in ms. Offsets that differ: a clock was set, so the earlier time counts. */
export function firstSendTime({ accountId, sentAt, createdAt, clockOffset }: OperationRow): number {
  const seen = [clockOffset, providerOffset(accountId)].filter((ms) => typeof ms === 'number');
  return (sentAt ?? createdAt).getTime() + (seen.length === 0 ? 0 : Math.min(...seen));
}

/** ms the provider's clock is ahead of the database's. Null: unknown. `apart`: of another service. */
export function providerOffset(accountId: string, apart?: number | null): number | null {
  const offsetMs = apart === undefined ? monitorOf(accountId).offsetMs : apart;
  return offsetMs === null ? null : Math.round(offsetMs - databaseAhead());
}

/**
 * Returns those ids that other confirmed operations already created; `of` is the result's property with the
 * id. Operations that change a charge or a key show its id too, so for those only the same kind counts.
 */
export async function claimedByOther(
  row: OperationRow,
  of: CreatedThing | 'key',
  ids: readonly string[],
  on?: Pick<Database, 'select'>,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql<string>`${operations.result} -> ${sql.raw(`'${of}'`)} ->> 'id'`;
  const rows = await (on ?? db())
    .select({ id })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, row.accountId),
        ne(operations.id, row.id),
        eq(operations.state, 'confirmed'),
        of === 'payment' ? undefined : eq(operations.kind, row.kind),
        inArray(id, [...ids]),
        // Repeats the condition in the form of its index.
        of === 'key'
          ? undefined
          : and(isNotNull(operations.result), inArray(createdIdIn(operations.result), [...ids])),
      ),
    );
  return new Set(rows.map((one) => one.id));
}

/** Those of these records that no other confirmed operation created. */
export async function unclaimed<T extends { id: string }>(
  row: OperationRow,
  of: CreatedThing | 'key',
  records: readonly T[],
): Promise<T[]> {
  const ids = records.map(({ id }) => id);
  const taken = await claimedByOther(row, of, ids);
  return records.filter(({ id }) => !taken.has(id));
}

/**
 * Whether the record that would confirm this operation belongs to another one. A lock makes other operations
 * with the same record wait for this transaction and then see its result.
 */
export async function belongsToAnother(
  tx: Transaction,
  kind: Pick<AnyKind, 'makes' | 'show'>,
  row: OperationRow,
  value: unknown,
): Promise<boolean> {
  if (kind.makes === undefined) return false;
  const { id } = (kind.show(value)[kind.makes] ?? {}) as { id?: string };
  if (id === undefined || !isStableId(id)) return false;
  await lockNamed(tx, `made ${row.accountId} ${id}`);
  return (await claimedByOther(row, kind.makes, [id], tx)).size > 0;
}

/** Whether the id comes from the provider. One derived from a row's content changes with the row. */
export const isStableId = (id: string): boolean => hasId({ id: id.replace(/^[a-z]+:/, '') });

/**
 * Checks a success status whose body does not show the change (empty, something else) by a look-up. Not
 * there: unknown. Where the look-up is inconclusive too, the status counts, as documented.
 */
export async function verifyOutcome<Value>(
  outcome: Outcome<Value>,
  shows: (value: Value) => boolean,
  lookUp: () => Promise<LookUp<Value>>,
): Promise<Outcome<Value>> {
  if (outcome.kind !== 'done' || shows(outcome.value)) return outcome;
  const seen = await lookUp().catch((): LookUp<Value> => ({ found: 'unsure' }));
  if (seen.found === 'there') return { ...outcome, value: seen.value };
  if (seen.found === 'unsure') return outcome;
  const error = new GuicheError('provider_unavailable', 'The provider’s answer does not show the change.');
  return { kind: 'unknown', error };
}

/** An answer about something else proves neither that the request was done nor that it was not. */
export function aboutAnother(what: CreatedThing | undefined) {
  const error = new GuicheError('provider_unavailable', `The provider answered about another ${what}.`);
  return { kind: 'unknown', error } as const;
}

/** Error of a confirmed operation that moved another amount than requested. Null: the same, or none reported. */
export function amountDiffers(kind: AnyKind, { amount }: OperationRow, value: unknown): GuicheError | null {
  const paid = value === null ? null : (kind.paid?.(value) ?? null);
  if (paid === null || amount === null || paid === amount) return null;
  return new GuicheError('amount_differs', 'The provider moved another amount than was asked for.', {
    existing: { amount: paid },
  });
}

/** Runs in the transaction that confirms the operation. */
export async function auditAmountMismatch(tx: Transaction, row: OperationRow, mismatch: GuicheError) {
  log().warn({ operation: row.id }, 'the provider moved another amount than was asked for');
  await auditOperation(tx, row, {
    name: 'amount-differs',
    result: 'failed',
    before: { amount: row.amount },
    after: mismatch.details.existing as { amount: number },
  });
}

/** The error that a check before a delayed send finds or throws. Null: it may be sent. */
export async function errorOf(check: () => Promise<GuicheError | null>): Promise<GuicheError | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

type Refused<Value> = Extract<Outcome<Value>, { kind: 'refused' }>;

/** The same refusal as `already_done`, with the record that exists already. */
export function asAlreadyDone<Value>(refusal: Refused<Value>, existing: unknown): Refused<Value> {
  const { status: _, ...details } = refusal.error.details;
  const error = new GuicheError('already_done', refusal.error.message, { ...details, existing });
  return { ...refusal, error };
}

/** Whether the provider refused a sent change with this code of its own. */
export const isRefusedAs = <Value>(outcome: Outcome<Value>, code: string): outcome is Refused<Value> =>
  outcome.kind === 'refused' && outcome.sent && outcome.error.details.provider?.code === code;
