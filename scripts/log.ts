import pino, { type Logger } from 'pino';

let logger: Logger | null = null;

/** JSON lines on standard error, so that standard output holds what people read. */
export function log(): Logger {
  // Made at its first use: by then .env has been read and LOG_LEVEL checked.
  logger ??= pino({ level: process.env.LOG_LEVEL || 'warn' }, pino.destination({ fd: 2, sync: true }));
  return logger;
}
