import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, rowsOf, type Transaction } from '#lib/data/client.ts';

/** A counter of attempts; `free` ones per window (two minutes, or `seconds`) are judged without a wait. */
export type Bucket = { name: string; free: number; seconds?: number };

/**
 * Attempts are slowed, never locked out: a lockout is itself a weapon. Some per two minutes are judged at
 * once, then each wait doubles, up to fifteen minutes. Counts and clock are the database's, shared by all
 * instances.
 */
const WINDOW_SECONDS = 120;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 900;
const FREE = 5;
/** Wrong codes in one day: a person's own mistakes stay below this number. */
const FREE_CODES = 20;
const DAY_SECONDS = 86_400;
/** Higher than for one person: colleagues share an address, and every attempt counts until it is judged. */
const FREE_PER_ADDRESS = 20;

const bucketOf =
  (kind: string, free = FREE) =>
  (who: string): Bucket => ({ name: `${kind}:${who}`, free });
const ofAddress =
  (kind: string, free = FREE) =>
  (address: string | null): Bucket => ({ name: `${kind}:${addressGroup(address)}`, free });

export const buckets = {
  /** By keyed e-mail. */
  account: bucketOf('account'),
  device: (keyed: string, operatorId: string) => bucketOf('device')(`${keyed}:${operatorId}`),
  address: ofAddress('address', FREE_PER_ADDRESS),
  /** Returns from the single sign-on issuer. */
  signOn: ofAddress('sign-on', FREE_PER_ADDRESS),
  /** A code is checked only after the right password or in a session: no stranger can fill this bucket. */
  codes: (operatorId: string) => ({ ...bucketOf('codes', FREE_CODES)(operatorId), seconds: DAY_SECONDS }),
  stepUp: bucketOf('step-up'),
  /** By address, and by keyed e-mail. */
  forgotten: ofAddress('forgotten'),
  /** Test messages of one person; every one counts. */
  test: bucketOf('test'),
  setUp: ofAddress('set-up'),
};

/** `slowed`: not judged. `wrong`: seconds until the next attempt is accepted (0: none). */
export type Judged<T> =
  | { kind: 'proved'; value: T }
  | { kind: 'wrong'; waitSeconds: number }
  | { kind: 'slowed'; waitSeconds: number };

/**
 * Counts an attempt in all buckets, then judges it (null is wrong). A right attempt, or one that could not be
 * judged, is uncounted again. Concurrent attempts cannot exceed the limit.
 */
export async function throttled<T>(
  counted: readonly Bucket[],
  judge: () => Promise<T | null>,
): Promise<Judged<T>> {
  // Always the same order, so that two attempts cannot deadlock.
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

/** The same: its value, or null where it was wrong. GuicheError `rate_limited` where it was not judged. */
export async function attempt<T>(
  counted: readonly Bucket[],
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const judged = await throttled(counted, judge);
  refuseSlowed(judged);
  return judged.kind === 'proved' ? judged.value : null;
}

/** Seconds until the next attempt, and how many wrong ones (`tries`) lead to a wait of `thenSeconds`. */
type Standing = { waitSeconds: number; tries: number; thenSeconds: number };

/** The standing of the bucket that accepts the fewest attempts. Counts nothing. */
export async function standingOf(counted: readonly Bucket[]): Promise<Standing> {
  const [waitSeconds, rows] = await Promise.all([waitOf(counted), Promise.all(counted.map(triesIn))]);
  const [fewest] = rows.toSorted((a, b) => a.tries - b.tries || b.thenSeconds - a.thenSeconds);
  if (fewest === undefined) throw new Error('no bucket');
  return { waitSeconds, ...fewest };
}

async function triesIn(bucket: Bucket): Promise<Omit<Standing, 'waitSeconds'>> {
  const { name, free } = bucket;
  const found = sql`
    with counted as (
      select coalesce(max(${failuresNow(bucket)}), 0)::int as failures from sign_in_throttle t where bucket = ${name}
    )
    select greatest(1, ${free}::int - failures) as tries,
      ${waitAfter(sql`greatest(failures + 1, ${free}::int)`, free)}::int as "thenSeconds"
    from counted`;
  const [row] = (await rowsOf(found)) as [Omit<Standing, 'waitSeconds'>];
  return row;
}

/** Throws GuicheError `rate_limited` for an attempt that was not judged. */
export function refuseSlowed<T>(judged: Judged<T>): asserts judged is Exclude<Judged<T>, { kind: 'slowed' }> {
  if (judged.kind === 'slowed')
    throw new GuicheError('rate_limited', 'Too many tries.', { retryAfterSeconds: judged.waitSeconds });
}

/** Seconds until all of these buckets accept an attempt; 0 when they already do. */
async function waitOf(counted: readonly Bucket[], on: Database | Transaction = db()): Promise<number> {
  const names = sql.join(
    counted.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const found = sql`
    select coalesce(ceil(extract(epoch from max(wait_until) - clock_timestamp())), 0)::int as seconds
    from sign_in_throttle where bucket in (${names})`;
  const [row] = await rowsOf<{ seconds: number }>(found, on);
  return Math.max(0, row?.seconds ?? 0);
}

/** Counts the attempt in all buckets or in none. Returns the seconds to wait, 0 when it may be judged. */
async function take(counted: readonly Bucket[]): Promise<number> {
  let waitSeconds = 0;
  const taken = db().transaction(async (tx) => {
    for (const bucket of counted) {
      if (await takeOne(tx, bucket)) continue;
      waitSeconds = Math.max(1, await waitOf([bucket], tx));
      tx.rollback();
    }
  });
  await taken.catch((error: unknown) => {
    if (waitSeconds === 0) throw error;
  });
  return waitSeconds;
}

/** SQL: neither window nor last wait of row `t` reaches into the last window, so the count restarts. */
function isOver({ seconds = WINDOW_SECONDS }: Bucket): SQL {
  const ago = sql`clock_timestamp() - make_interval(secs => ${seconds})`;
  return sql`(t.window_started_at < ${ago} and coalesce(t.wait_until, 'epoch') < ${ago})`;
}

const failuresNow = (bucket: Bucket): SQL => sql`(case when ${isOver(bucket)} then 0 else t.failures end)`;

/** SQL: seconds to wait after so many failures. */
const waitAfter = (failures: SQL, free: number): SQL =>
  sql`least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(${failures} - ${free}::int, 10)))`;

/** One statement: concurrent attempts on a bucket queue for its row. False while the bucket accepts none. */
async function takeOne(tx: Transaction, bucket: Bucket): Promise<boolean> {
  const { name, free } = bucket;
  const now = sql`clock_timestamp()`;
  const failures = sql`(${failuresNow(bucket)} + 1)`;
  const counted = sql`
    insert into sign_in_throttle as t (bucket, failures, window_started_at) values (${name}, 1, ${now})
    on conflict (bucket) do update set
      failures = ${failures},
      window_started_at = case when ${isOver(bucket)} then ${now} else t.window_started_at end,
      wait_until = case when ${failures} >= ${free}::int
        then ${now} + make_interval(secs => ${waitAfter(failures, free)}) end
    where t.wait_until is null or t.wait_until <= ${now}
    returning t.bucket`;
  return (await rowsOf(counted, tx)).length > 0;
}

/** Uncounts a judged attempt. Beyond the free ones only one runs at a time: the wait it clears is its own. */
async function giveBack(counted: readonly Bucket[]): Promise<void> {
  for (const { name } of counted)
    await db().execute(sql`
      update sign_in_throttle set failures = greatest(failures - 1, 0), wait_until = null where bucket = ${name}`);
}

/** Attempts are counted by IPv4 address, or by IPv6 /64, because one user controls the whole /64. */
export function addressGroup(address: string | null): string {
  if (address === null || !address.includes(':')) return address ?? 'unknown';
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
