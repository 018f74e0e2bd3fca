/** Caller of an attempt, with a line of its own. `known` devices take turns with strangers, however many. */
export type Caller = { name: string; known: boolean };
/** `busy`: this caller has enough in line. `full`: everybody together has. */
export type Entry = 'taken' | 'busy' | 'full';
/** `run` says whether it was right: what was costs its asker nothing, as in the throttle. */
type Attempt = { run: () => Promise<boolean>; gone: () => boolean };
type Lines = Map<string, Attempt[]>;

/** An address's free attempts, and a device's: what the throttle would judge at once finds room to wait. */
const IN_LINE = { stranger: 20, known: 5 };
const MOST_WAITING = 100;
/** Share of the time that wrong attempts may take, and how much of it may be used at once. */
const SHARE = 0.15;
const SAVED_MS = 2_000;
/** An attempt that hangs keeps nobody else out for longer. */
const LONGEST_TURN_MS = 5_000;

/**
 * Lets attempts at passwords and links into the product one at a time, line by line in turn, within their share of
 * the time. How many guesses are judged is the throttle's (decision 13); this bounds what asking costs everybody.
 */
export function createAttemptGate() {
  const lines: Record<'known' | 'stranger', Lines> = { known: new Map(), stranger: new Map() };
  let waiting = { known: 0, stranger: 0 };
  const share = createShare();
  let running = false;
  let knownNext = true;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function enter(caller: Caller, attempt: Attempt): Entry {
    const kind = caller.known ? 'known' : 'stranger';
    const line = lines[kind].get(caller.name) ?? [];
    if (line.length >= IN_LINE[kind]) return 'busy';
    if (waiting[kind] >= MOST_WAITING) return 'full';
    lines[kind].set(caller.name, [...line, attempt]);
    waiting = { ...waiting, [kind]: waiting[kind] + 1 };
    advance();
    return 'taken';
  }

  function advance(): void {
    if (running || waiting.known + waiting.stranger === 0) return;
    const wait = share.untilMore();
    clearTimeout(rest);
    if (wait > 0) rest = setTimeout(advance, wait);
    else {
      const attempt = take();
      if (attempt.gone()) advance();
      else void turn(attempt);
    }
  }

  async function turn(attempt: Attempt): Promise<void> {
    running = true;
    const begun = performance.now();
    let late: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<false>((resolve) => {
      late = setTimeout(() => resolve(false), LONGEST_TURN_MS);
    });
    const right = await Promise.race([attempt.run(), tooLong]);
    clearTimeout(late);
    if (!right) share.use(performance.now() - begun);
    running = false;
    advance();
  }

  /** The first of the line whose turn it is, which then stands behind the others. */
  function take(): Attempt {
    const kind = waiting.stranger === 0 || (knownNext && waiting.known > 0) ? 'known' : 'stranger';
    knownNext = kind === 'stranger';
    waiting = { ...waiting, [kind]: waiting[kind] - 1 };
    const [name, line] = lines[kind].entries().next().value as [string, Attempt[]];
    const [first, ...others] = line as [Attempt, ...Attempt[]];
    lines[kind].delete(name);
    if (others.length > 0) lines[kind].set(name, others);
    return first;
  }

  return { enter };
}

/** The time that wrong attempts may still take: it grows as time passes, up to what may be saved. */
function createShare() {
  let saved = SAVED_MS;
  let reckoned = performance.now();
  /** ms until there is some; 0 while there is. */
  function untilMore(): number {
    const now = performance.now();
    saved = Math.min(SAVED_MS, saved + (now - reckoned) * SHARE);
    reckoned = now;
    return saved > 0 ? 0 : Math.ceil(-saved / SHARE) + 1;
  }
  const use = (ms: number) => {
    saved -= ms;
  };
  return { untilMore, use };
}
