import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { addressGroup } from '#lib/auth/address-group.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';

/** Where attempts are counted, and how many of one window (two minutes, or `seconds`) are judged before a wait. */
export type Bucket = { name: string; free: number; seconds?: number };

/**
 * Attempts are slowed, never locked out (a lock is a weapon): so many in two minutes are judged at once, then each
 * waits twice as long, up to fifteen minutes. In the database and by its clock: restarts and instances share it.
 */
const WINDOW_SECONDS = 120;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 900;

const FREE = 5;
/** Wrong codes of one day: so many are a person's own slips, more are somebody's tries. */
const FREE_CODES = 20;
const DAY_SECONDS = 86_400;
/** More than one person's: colleagues share an address, and all their attempts are counted until they are judged. */
const FREE_OF_ADDRESS = 20;

export const buckets = {
  account: (keyed: string): Bucket => ({ name: `account:${keyed}`, free: FREE }),
  device: (keyed: string, operatorId: string): Bucket => ({
    name: `device:${keyed}:${operatorId}`,
    free: FREE,
  }),
  address: (address: string | null): Bucket => ({
    name: `address:${addressGroup(address)}`,
    free: FREE_OF_ADDRESS,
  }),
  /** Returns from the issuer of single sign-on. */
  signOn: (address: string | null): Bucket => ({
    name: `sign-on:${addressGroup(address)}`,
    free: FREE_OF_ADDRESS,
  }),
  /** A code is only looked at behind the right password or an open session: no stranger can fill this. */
  codes: (operatorId: string): Bucket => ({
    name: `codes:${operatorId}`,
    free: FREE_CODES,
    seconds: DAY_SECONDS,
  }),
  stepUp: (operatorId: string): Bucket => ({ name: `step-up:${operatorId}`, free: FREE }),
  /** By address, and by the keyed e-mail. */
  forgotten: (who: string | null): Bucket => ({ name: `forgotten:${addressGroup(who)}`, free: FREE }),
  /** Test messages of one person: all of them count. */
  test: (operatorId: string): Bucket => ({ name: `test:${operatorId}`, free: FREE }),
  setUp: (address: string | null): Bucket => ({ name: `set-up:${addressGroup(address)}`, free: FREE }),
};

/** `slowed` was not judged. After `wrong` the next attempt has to wait so many seconds (0: none). */
export type Judged<T> =
  | { kind: 'proved'; value: T }
  | { kind: 'wrong'; waitSeconds: number }
  | { kind: 'slowed'; waitSeconds: number };

/**
 * Counts an attempt in all of these buckets, then has it judged (null is wrong), and gives it back when it was right
 * or could not be judged. Of any number at once no more are judged than the buckets let in.
 */
export async function throttled<T>(
  counted: readonly Bucket[],
  judge: () => Promise<T | null>,
): Promise<Judged<T>> {
  // One order for all, so that two attempts never wait for each other.
  const sorted = counted.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const before = await waitOf(sorted);
  const waitSeconds = before > 0 ? before : await take(sorted);
  if (waitSeconds > 0) return { kind: 'slowed', waitSeconds };
  let value: T | null;
  try {
    value = await judge();
  } catch (thrown) {
    await giveBack(sorted);
    throw thrown;
  }
  if (value === null) return { kind: 'wrong', waitSeconds: await waitOf(sorted) };
  await giveBack(sorted);
  return { kind: 'proved', value };
}

/** Attempts that would be let in now: seconds until the next, and how many wrong ones before one waits `thenSeconds`. */
export type Standing = { waitSeconds: number; tries: number; thenSeconds: number };

/** How attempts in all of these buckets stand, of the one that lets the fewest in; counts nothing. */
export async function standingOf(counted: readonly Bucket[]): Promise<Standing> {
  const [waitSeconds, rows] = await Promise.all([waitOf(counted), Promise.all(counted.map(triesIn))]);
  const [fewest] = rows.toSorted((a, b) => a.tries - b.tries || b.thenSeconds - a.thenSeconds);
  if (fewest === undefined) throw new Error('no bucket');
  return { waitSeconds, ...fewest };
}

async function triesIn(bucket: Bucket): Promise<Omit<Standing, 'waitSeconds'>> {
  const { name, free } = bucket;
  const found = await db().execute(sql`
    with held as (
      select coalesce(max(${failuresNow(bucket)}), 0)::int as failures from sign_in_throttle t where bucket = ${name}
    )
    select greatest(1, ${free}::int - failures) as tries,
      ${waitAfter(sql`greatest(failures + 1, ${free}::int)`, free)}::int as "thenSeconds"
    from held`);
  const [row] = (found as unknown as { rows: [Omit<Standing, 'waitSeconds'>] }).rows;
  return row;
}

/** GuicheError `rate_limited` for what was not judged. */
export function refuseSlowed<T>(judged: Judged<T>): asserts judged is Exclude<Judged<T>, { kind: 'slowed' }> {
  if (judged.kind === 'slowed')
    throw new GuicheError('rate_limited', 'Too many tries.', { retryAfterSeconds: judged.waitSeconds });
}

/** Seconds until the last of these buckets lets another attempt in; 0 when all do. */
async function waitOf(counted: readonly Bucket[], on: Database | Transaction = db()): Promise<number> {
  const names = sql.join(
    counted.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const found = await on.execute(sql`
    select coalesce(ceil(extract(epoch from max(wait_until) - clock_timestamp())), 0)::int as seconds
    from sign_in_throttle where bucket in (${names})`);
  const [row] = (found as unknown as { rows: { seconds: number }[] }).rows;
  return Math.max(0, row?.seconds ?? 0);
}

class Slowed extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super('slowed');
    this.seconds = seconds;
  }
}

/** Counts the attempt in all buckets or in none; the seconds to wait, or 0 when it may be judged. */
async function take(counted: readonly Bucket[]): Promise<number> {
  try {
    await db().transaction(async (tx) => {
      for (const bucket of counted)
        if (!(await takeOne(tx, bucket))) throw new Slowed(Math.max(1, await waitOf([bucket], tx)));
    });
    return 0;
  } catch (thrown) {
    if (thrown instanceof Slowed) return thrown.seconds;
    throw thrown;
  }
}

/** Neither the window nor the last wait of the bucket's row `t` reaches into the last so many seconds: the count begins anew. */
function isOver({ seconds = WINDOW_SECONDS }: Bucket): SQL {
  const ago = sql`clock_timestamp() - make_interval(secs => ${seconds})`;
  return sql`(t.window_started_at < ${ago} and coalesce(t.wait_until, 'epoch') < ${ago})`;
}

const failuresNow = (bucket: Bucket): SQL => sql`(case when ${isOver(bucket)} then 0 else t.failures end)`;

/** Seconds after so many failures, from the first that is not free. */
const waitAfter = (failures: SQL, free: number): SQL =>
  sql`least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(${failures} - ${free}::int, 10)))`;

/** One statement, which waits for whoever is counting in the same bucket; false while the bucket lets nobody in. */
async function takeOne(tx: Transaction, bucket: Bucket): Promise<boolean> {
  const { name, free } = bucket;
  const now = sql`clock_timestamp()`;
  const failures = sql`(${failuresNow(bucket)} + 1)`;
  const taken = await tx.execute(sql`
    insert into sign_in_throttle as t (bucket, failures, window_started_at) values (${name}, 1, ${now})
    on conflict (bucket) do update set
      failures = ${failures},
      window_started_at = case when ${isOver(bucket)} then ${now} else t.window_started_at end,
      wait_until = case when ${failures} >= ${free}::int
        then ${now} + make_interval(secs => ${waitAfter(failures, free)}) end
    where t.wait_until is null or t.wait_until <= ${now}
    returning t.bucket`);
  return (taken as unknown as { rows: unknown[] }).rows.length > 0;
}

/** Only who was let in gives back, and past the free ones that is one at a time: the wait was its own. */
async function giveBack(counted: readonly Bucket[]): Promise<void> {
  for (const { name } of counted)
    await db().execute(sql`
      update sign_in_throttle set failures = greatest(failures - 1, 0), wait_until = null where bucket = ${name}`);
}
