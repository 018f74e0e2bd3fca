const MINUTE = 60_000;

export type Rates = {
  /**
   * Counts a call under each name. Returns the seconds to wait when a per-minute limit is exceeded, else 0.
   */
  take(now: number, limits: Record<string, number>): number;
  clear(): void;
};

export function createRates(): Rates {
  const taken = new Map<string, number[]>();
  const recent = (name: string, now: number) =>
    (taken.get(name) ?? []).filter((at) => at > now - MINUTE && at <= now);
  return {
    take(now, limits) {
      let wait = 0;
      for (const [name, limit] of Object.entries(limits)) {
        const times = recent(name, now);
        const first = times[times.length - limit];
        if (first !== undefined) wait = Math.max(wait, Math.ceil((first + MINUTE - now) / 1000), 1);
      }
      if (wait > 0) return wait;
      for (const name of Object.keys(limits)) taken.set(name, [...recent(name, now), now]);
      return 0;
    },
    clear: () => taken.clear(),
  };
}
