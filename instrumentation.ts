import type { Instrumentation } from 'next';
import { log } from '#lib/core/log.ts';

/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  try {
    const { loadSettings } = await import('#lib/core/env/settings.ts');
    const { metricsToken, otlpEndpoint } = loadSettings();
    if (metricsToken !== null || otlpEndpoint !== null) {
      const { startTelemetry } = await import('./instrumentation.node.ts');
      startTelemetry(otlpEndpoint);
    }
    const { boot } = await import('#lib/boot.ts');
    await boot();
  } catch (cause) {
    // Next only logs the error and continues; the start script reads it here and ends the process.
    (globalThis as { __guicheStartFault?: unknown }).__guicheStartFault = cause;
    throw cause;
  }
}

/** Called with an error from rendering a page; an API's error is an answer, not a throw. */
export const onRequestError: Instrumentation.onRequestError = (error, request, { routePath }) => {
  log().error({ err: error, route: routePath, method: request.method }, 'request failed');
};
