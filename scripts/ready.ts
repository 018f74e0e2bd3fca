import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#lib/core/env/settings.ts';

/** Values that the server's own start sets for printing: the ready sign-ins, the administrator's first. */
type ReadySignIn = { role: string; email: string; password: string };
type StartValues = {
  __guicheReadySignIns?: ReadySignIn[];
  __guicheSetUpLink?: string | null;
  __guicheStartFault?: unknown;
};

const START_MS = 120_000;

export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Prints the ready line and the sign-ins; a parent with a channel (the tests) gets them as a message. */
export async function announce(settings: Settings, port: number, simulator: string | null): Promise<void> {
  const { signIns, setUp } = await startValues();
  const url = settings.port === 0 && settings.urlIsDefault ? `http://localhost:${port}` : settings.url;
  const lines = [`Guichê ready at ${url}`];
  for (const { role, email, password } of signIns)
    lines.push(`${role === 'admin' ? 'Sign in' : `Sign in (${role})`}: ${email} / ${password}`);
  if (setUp !== null) lines.push(`Set up the first administrator: ${setUp}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.send?.({ ready: { url, signIns, simulator: simulator === null ? null : JSON.parse(simulator) } });
}

/**
 * The server's own start opens the database and sets these two values one after the other. The product is
 * ready once both are set.
 */
async function startValues(): Promise<{ signIns: ReadySignIn[]; setUp: string | null }> {
  const startValuesSoFar = globalThis as StartValues;
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    const { __guicheReadySignIns: signIns, __guicheSetUpLink: setUp } = startValuesSoFar;
    if (signIns !== undefined && setUp !== undefined) return { signIns, setUp };
    const fault = startValuesSoFar.__guicheStartFault;
    if (fault !== undefined)
      throw new StartError(`Guichê could not start: ${fault instanceof Error ? reason(fault) : fault}`);
  }
  throw new StartError('Guichê did not become ready within two minutes; the lines above say why.');
}

/** A driver's error often has the real reason in its cause. */
function reason(fault: Error): string {
  const inner = fault.cause instanceof Error ? `: ${fault.cause.message}` : '';
  const errorText = fault.message.replace('An error occurred while loading instrumentation hook: ', '');
  return `${errorText.split('\n', 1)[0]}${inner}`;
}
