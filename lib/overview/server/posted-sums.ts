import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '#lib/api/context.ts';
import { dayRange } from '#lib/core/dates.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import { firstPages } from '#lib/list/server/ranges.ts';
import type { VolumeDay } from '#lib/overview/contract.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { addLines, inCents, joinSums, NO_SUMS, type Sums } from '#lib/statement/rules.ts';

/** Sums by posting: what moved the balance on a day, from the lines of the statement. */

type Statement = NonNullable<ProviderPort['statement']>;
type Window = { from: string; to: string };

const PAGE = 100;
/** Pages that are read for the sums of one window. */
const MOST_PAGES = 100;
/** A line may be listed this long after it was created. Ms. */
const LATE_MS = 120_000;
const MOST_WINDOWS = 2_000;

/** The sums of a window's lines that were created before `until`, in millionths of a real. */
type Settled = { until: string; sums: Sums };
const settled = new LRUCache<string, Settled | 'too many'>({ max: MOST_WINDOWS });

/**
 * The sums of a window's lines in cents. `key` names the window's start: a later call with a later end reads only
 * the lines since then. Null: it has more lines than are read. `now`: epoch ms.
 */
export async function postedSums(
  statement: Statement,
  key: string,
  { from, to }: Window,
  now: number,
): Promise<Sums | null> {
  const known = settled.get(key);
  if (known === 'too many') return null;
  const base = known !== undefined && known.until <= to ? known : { until: from, sums: NO_SUMS };
  if (base.until === to) return inCents(base.sums);
  const edge = new Date(Math.min(Date.parse(to), now - LATE_MS)).toISOString();
  const { lines, isWhole } = await linesIn(statement, { from: base.until, to });
  if (!isWhole) {
    settled.set(key, 'too many');
    return null;
  }
  const isLate = ({ createdAt, postedAt }: StatementLine) => (createdAt ?? postedAt ?? '') >= edge;
  const sums = addLines(
    base.sums,
    lines.filter((line) => !isLate(line)),
  );
  if (edge > base.until) settled.set(key, { until: edge, sums });
  return inCents(joinSums(sums, addLines(NO_SUMS, lines.filter(isLate))));
}

async function linesIn(
  statement: Statement,
  window: Window,
): Promise<{ lines: StatementLine[]; isWhole: boolean }> {
  const lines = new Map<string, StatementLine>();
  let next: unknown = null;
  const read = (position: unknown) => statement.list(window, { limit: PAGE, position }, backgroundCall());
  for await (const page of firstPages(MOST_PAGES, read)) {
    for (const line of page.items) lines.set(line.id, line);
    next = page.next;
  }
  return { lines: [...lines.values()], isWhole: next === null };
}

/** Lines of one day above which thirty days are too many to read. */
const MOST_LINES_A_DAY = 2_000;
/** How long a request waits for days that are being read. Ms. */
const WAIT_MS = 4_000;

/**
 * The volume of each day, oldest first, in cents. A past day is read once. `reading`: they are still being read,
 * in the background; null: the account has no statement, it failed, or it has too many lines.
 */
export async function postedDays(
  { account, port: { statement } }: Pick<Ctx, 'account' | 'port'>,
  days: readonly string[],
  now: number,
): Promise<VolumeDay[] | 'reading' | null> {
  if (statement === undefined) return null;
  const { promise, resolve } = Promise.withResolvers<VolumeDay[] | 'reading' | null>();
  const begun = runInBackground(`volume ${account.id}`, async () =>
    resolve(await readDays(statement, account.id, days, now).catch(() => null)),
  );
  if (!begun) return 'reading';
  const timer = setTimeout(() => resolve('reading'), WAIT_MS);
  return promise.finally(() => clearTimeout(timer));
}

async function readDays(
  statement: Statement,
  account: string,
  days: readonly string[],
  now: number,
): Promise<VolumeDay[] | null> {
  const volumes: VolumeDay[] = [];
  // The newest whole day, which shows how many lines there are, comes first.
  for (const day of [...days.slice(0, -1).reverse(), ...days.slice(-1)]) {
    const { from, to: end } = dayRange(day, day);
    const to = Date.parse(end) > now ? new Date(now).toISOString() : end;
    const sums = await postedSums(statement, `${account} volume ${day}`, { from, to }, now);
    if (sums === null || sums.lines + sums.feeLines > MOST_LINES_A_DAY) return null;
    volumes.push({ day, in: sums.in, out: sums.out });
  }
  return volumes.sort((one, other) => (one.day < other.day ? -1 : 1));
}
