import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { isWellFormed } from '#lib/core/text.ts';
import { absenceOf, SHOWS_READING, statusOf } from '#lib/providers/absence.ts';
import type { Outcome } from '#lib/providers/port.ts';

const HOUR_MS = 3_600_000;

/**
 * Tries the likely paths of a route in order, while the last one is no route, and caches what works. If none
 * does, only the likeliest is tried for an hour.
 */
export class Paths<Path = string> {
  readonly #likely: readonly [Path, ...Path[]];
  readonly #now: () => number;
  #known: Path | null = null;
  #absentUntil = 0;

  constructor(likely: readonly [Path, ...Path[]], now: () => number) {
    this.#likely = likely;
    this.#now = now;
  }

  /** If no path exists, throws the error of the likeliest one. */
  async read<T>(request: (path: Path) => Promise<T>): Promise<T> {
    let first: { thrown: unknown } | null = null;
    for (const path of this.likeliest()) {
      try {
        const answer = await request(path);
        this.#known = path;
        return answer;
      } catch (thrown) {
        if (absenceOf(thrown) === null) {
          if (SHOWS_READING.has(statusOf(thrown) ?? 0)) this.#known = path;
          throw thrown;
        }
        first ??= { thrown };
      }
    }
    this.#absentUntil = this.#now() + HOUR_MS;
    throw first?.thrown;
  }

  /**
   * Sends a change to the first path that exists; a 404 of the route proves that nothing was done. Paths that
   * answer `probe`, a read without side effects, go first.
   */
  async change<T>(
    send: (path: Path) => Promise<Outcome<T>>,
    probe?: (path: Path) => Promise<unknown>,
  ): Promise<Outcome<T>> {
    const [likeliest = this.#likely[0], ...others] = this.likeliest();
    const first = await send(likeliest);
    if (!lacksRoute(first)) return this.#learn(likeliest, first);
    for (const path of await probed(others, probe)) {
      const outcome = await send(path);
      if (!lacksRoute(outcome)) return this.#learn(path, outcome);
    }
    this.#absentUntil = this.#now() + HOUR_MS;
    return first;
  }

  likeliest(): Path[] {
    const first = this.#known ?? this.#likely[0];
    if (this.#now() < this.#absentUntil) return [first];
    return [first, ...this.#likely.filter((path) => path !== first)];
  }

  #learn<T>(path: Path, outcome: Outcome<T>): Outcome<T> {
    const shows = outcome.kind === 'done' || SHOWS_READING.has(statusOf(outcome.error) ?? 0);
    if (shows) this.#known = path;
    return outcome;
  }
}

const lacksRoute = (outcome: Outcome<unknown>) =>
  outcome.kind === 'refused' && outcome.sent && absenceOf(outcome.error) !== null;

async function probed<Path>(
  paths: readonly Path[],
  probe: ((path: Path) => Promise<unknown>) | undefined,
): Promise<Path[]> {
  if (probe === undefined) return [...paths];
  const answered = new Map<Path, boolean>();
  for (const path of paths)
    answered.set(
      path,
      await probe(path).then(
        () => true,
        () => false,
      ),
    );
  return paths.toSorted((one, other) => Number(answered.get(other)) - Number(answered.get(one)));
}

/**
 * Encodes an id as one segment of a path. Throws `invalid_request` for an empty or malformed id, `.` and
 * `..`: encoding does not change the dots, so they would lead to another path.
 */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !isWellFormed(id))
    throw new GuicheError('invalid_request', 'This is no id.', { fields: [{ field: 'id', message: 'id' }] });
  return encodeURIComponent(id);
}
