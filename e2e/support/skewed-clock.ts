const RealDate = Date;

/** Runs `run` with the process clock this many ms ahead of the database's (negative: behind). */
export async function withClockAhead<T>(ms: number, run: () => Promise<T>): Promise<T> {
  class Skewed extends RealDate {
    constructor(...given: ConstructorParameters<typeof RealDate> | []) {
      if (given.length === 0) super(RealDate.now() + ms);
      else super(...(given as ConstructorParameters<typeof RealDate>));
    }
    static override now(): number {
      return RealDate.now() + ms;
    }
  }
  globalThis.Date = Skewed as DateConstructor;
  try {
    return await run();
  } finally {
    globalThis.Date = RealDate;
  }
}
