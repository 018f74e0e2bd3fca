import 'server-only';
import { absenceOf, statusOf } from '#lib/providers/absence.ts';
import type { Outcome } from '#lib/providers/port.ts';

const HOUR_MS = 3_600_000;
/** The provider read what was asked, and says something of it: the route is there. */
const SHOWS_ROUTE = new Set([400, 404, 409, 410, 422]);

/**
 * Where a service may keep what the documents name without a path, likeliest first. Each is tried once, in order, while
 * the one before is answered as no route; what answers is remembered. Where none does, only the likeliest is asked for
 * an hour.
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

  /** Throws what the likeliest answered where none is there. */
  async read<T>(ask: (path: Path) => Promise<T>): Promise<T> {
    let first: { thrown: unknown } | null = null;
    for (const path of this.likeliest()) {
      try {
        const answer = await ask(path);
        this.#known = path;
        return answer;
      } catch (thrown) {
        if (absenceOf(thrown) === null) {
          if (SHOWS_ROUTE.has(statusOf(thrown) ?? 0)) this.#known = path;
          throw thrown;
        }
        first ??= { thrown };
      }
    }
    this.#absentUntil = this.#now() + HOUR_MS;
    throw first?.thrown;
  }

  /**
   * A change under the first path that is there: a 404 of the route says that nothing was done. `probe`: a harmless read
   * of a path; those that answer it come before those that do not.
   */
  async change<T>(
    send: (path: Path) => Promise<Outcome<T>>,
    probe?: (path: Path) => Promise<unknown>,
  ): Promise<Outcome<T>> {
    const [likeliest = this.#likely[0], ...others] = this.likeliest();
    const first = await send(likeliest);
    if (!lacksRoute(first)) return this.#learn(likeliest, first);
    for (const path of await probed(others, probe)) {
      const made = await send(path);
      if (!lacksRoute(made)) return this.#learn(path, made);
    }
    this.#absentUntil = this.#now() + HOUR_MS;
    return first;
  }

  /** Those that may be there, what was seen to be there first. */
  likeliest(): Path[] {
    const first = this.#known ?? this.#likely[0];
    if (this.#now() < this.#absentUntil) return [first];
    return [first, ...this.#likely.filter((path) => path !== first)];
  }

  #learn<T>(path: Path, made: Outcome<T>): Outcome<T> {
    const shows = made.kind === 'done' || SHOWS_ROUTE.has(statusOf(made.error) ?? 0);
    if (shows) this.#known = path;
    return made;
  }
}

const lacksRoute = (outcome: Outcome<unknown>) =>
  outcome.kind === 'refused' && outcome.sent && absenceOf(outcome.error) !== null;

async function probed<Path>(
  paths: readonly Path[],
  probe: ((path: Path) => Promise<unknown>) | undefined,
): Promise<Path[]> {
  if (probe === undefined) return [...paths];
  const there: Path[] = [];
  const silent: Path[] = [];
  for (const path of paths) {
    const answered = await probe(path).then(
      () => true,
      () => false,
    );
    (answered ? there : silent).push(path);
  }
  return [...there, ...silent];
}
