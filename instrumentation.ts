import { isDatabaseFault } from '#lib/db/fault.ts';
import { GuicheError } from '#lib/errors.ts';
import { requestScope } from '#lib/watch/scope.ts';

/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { boot } = await import('#lib/boot.ts');
  try {
    await boot();
  } catch (cause) {
    // Next only logs it and goes on; the start script ends the process with it.
    (globalThis as { __guicheStartFault?: unknown }).__guicheStartFault = cause;
    throw cause;
  }
}

/** Called with what a page's rendering threw: `wordAnswers` tells a database that does not answer from a defect. */
export function onRequestError(error: unknown): void {
  const scope = requestScope();
  // A provider's fault has a connection's as its cause, too.
  const away = error instanceof GuicheError ? error.code === 'unavailable' : isDatabaseFault(error);
  if (scope !== null && away) scope.found.noDatabase = true;
}
