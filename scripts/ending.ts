/** A part of the product that must end before the process exits. */
type Ending = { name: string; end: () => Promise<unknown>; early?: boolean };

const ours: Ending[] = [];
let ending: Promise<void> | null = null;

/** Registered parts end in reverse order, after those that the server's own modules registered. */
export function onEnd(name: string, end: () => Promise<unknown>): void {
  ours.push({ name, end });
}

/** SIGINT, SIGTERM and the parent's death end the product once, however often they arrive. */
export function watchForTheEnd(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endAll(0));
  if (process.channel !== undefined) process.on('disconnect', () => void endAll(0));
  process.channel?.unref();
}

export function endAll(code: number): Promise<void> {
  ending ??= run().then((clean) => process.exit(clean ? code : 1));
  return ending;
}

async function run(): Promise<boolean> {
  let clean = true;
  // Order: long-lived requests are released, other requests finish, databases close, the simulator ends.
  const inner = (globalThis as { __guicheShutdown?: Ending[] }).__guicheShutdown ?? [];
  const server = ours.filter((part) => part.name === 'server');
  const rest = ours.filter((part) => part.name !== 'server');
  const early = inner.filter((part) => part.early);
  const late = inner.filter((part) => !part.early).toReversed();
  for (const part of [...early, ...server, ...late, ...rest.toReversed()]) {
    try {
      await Promise.race([part.end(), tooLate(part.name)]);
    } catch (cause) {
      clean = false;
      process.stderr.write(`${part.name} did not end well: ${(cause as Error).message}\n`);
    }
  }
  return clean;
}

function tooLate(name: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${name} took longer than 15 s`)), 15_000).unref();
  });
}
