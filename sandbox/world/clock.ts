import type { SandboxClock } from '../types.ts';

type Job = { at: number; order: number; run: (() => void) | null };

/** A binary heap, because a large and fast world has thousands of scheduled jobs at once. */
export class Queue {
  private jobs: Job[] = [];

  peek(): Job | undefined {
    return this.jobs[0];
  }

  push(job: Job): void {
    const jobs = this.jobs;
    let place = jobs.push(job) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.before(place, parent)) break;
      [jobs[place], jobs[parent]] = [jobs[parent] as Job, jobs[place] as Job];
      place = parent;
    }
  }

  pop(): Job | undefined {
    const jobs = this.jobs;
    const first = jobs[0];
    const last = jobs.pop();
    if (jobs.length === 0 || last === undefined) return first;
    jobs[0] = last;
    for (let place = 0; ; ) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < jobs.length && this.before(child, least)) least = child;
      }
      if (least === place) return first;
      [jobs[place], jobs[least]] = [jobs[least] as Job, jobs[place] as Job];
      place = least;
    }
  }

  private before(a: number, b: number): boolean {
    const [one, two] = [this.jobs[a] as Job, this.jobs[b] as Job];
    return one.at === two.at ? one.order < two.order : one.at < two.at;
  }
}

export type ControlledClock = SandboxClock & {
  speed(): number;
  setSpeed(speed: number): void;
  advance(ms: number): void;
  stop(): void;
};

const LONGEST_TIMER = 60_000;

/** Simulated time. `speed` is the number of simulated ms per real ms; 0 stops the clock. */
export function createClock(startAt: number, initialSpeed: number): ControlledClock {
  const queue = new Queue();
  let base = { simulated: startAt, real: performance.now(), speed: initialSpeed };
  let firing: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let order = 0;

  const flowing = () => Math.floor(base.simulated + (performance.now() - base.real) * base.speed);
  const now = () => firing ?? flowing();

  function fire(): void {
    if (firing !== null) return;
    const until = flowing();
    for (let job = queue.peek(); job && job.at <= until; job = queue.peek()) {
      queue.pop();
      firing = Math.max(job.at, firing ?? job.at);
      try {
        job.run?.();
      } catch (error) {
        console.error('sandbox job failed', error);
      }
    }
    firing = null;
    arm();
  }

  function arm(): void {
    clearTimeout(timer);
    const next = queue.peek();
    if (!next || base.speed === 0 || firing !== null) return;
    const wait = Math.max(1, (next.at - flowing()) / base.speed);
    timer = setTimeout(fire, Math.min(LONGEST_TIMER, wait));
  }

  return {
    now,
    schedule(at, run) {
      const job: Job = { at: Math.floor(at), order: order++, run };
      queue.push(job);
      if (queue.peek() === job) arm();
      return {
        cancel() {
          job.run = null;
        },
      };
    },
    speed: () => base.speed,
    setSpeed(speed) {
      base = { simulated: flowing(), real: performance.now(), speed };
      arm();
    },
    advance(ms) {
      base = { ...base, simulated: base.simulated + ms };
      fire();
    },
    stop() {
      clearTimeout(timer);
      base = { simulated: flowing(), real: performance.now(), speed: 0 };
    },
  };
}
