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
