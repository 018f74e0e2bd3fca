import 'server-only';
import type { Logger } from 'pino';
import pino from 'pino';
import { settings } from '#lib/env/settings.ts';

const kept = globalThis as { guicheLog?: Logger };

/** JSON lines on standard error. Anything that could be a credential or a person's datum is cut out. */
export function log(): Logger {
  kept.guicheLog ??= pino(
    {
      level: settings().logLevel,
      redact: {
        paths: [
          '*.authorization',
          '*.cookie',
          '*.password',
          '*.token',
          '*.secret',
          '*.accessToken',
          'headers',
          '*.headers',
        ],
        censor: '[removed]',
      },
      serializers: { err: errorLine },
    },
    pino.destination(2),
  );
  return kept.guicheLog;
}

/** Message and stack only: an error's own properties may hold queries with their values. */
function errorLine(thrown: unknown) {
  if (!(thrown instanceof Error)) return { message: typeof thrown };
  const { code } = thrown as { code?: unknown };
  const message = thrown.message.split('\nparams:')[0];
  const frames = (thrown.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name: thrown.name, message, code, stack: frames.slice(0, 12) };
}
