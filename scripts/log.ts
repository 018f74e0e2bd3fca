import pino from 'pino';

/** JSON lines on standard error, so that standard output holds what people read. */
export const log = pino({ level: process.env.LOG_LEVEL || 'warn' }, pino.destination({ fd: 2, sync: true }));
