import pino, { type DestinationStream, type Logger } from 'pino';
import { settings } from '#lib/core/env/settings.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { logFields } from '#lib/core/telemetry/request-context.ts';

/** JSON lines on standard error, each with its request, without likely credentials or personal data. */
export const log = (): Logger =>
  perProcess('guicheLog', () => makeLog(settings().logLevel, pino.destination(2)));

export const makeLog = (level: string, to: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: logFields,
      formatters: { log: (fields) => without(fields, DEEPEST) as Record<string, unknown> },
      serializers: { err: errorLine },
    },
    to,
  );

const REMOVED = '[removed]';
const DEEPEST = 6;
/** Names of removed fields, at any depth: credentials, and data that identifies a person. */
const SECRET = /(^|_|-)(authorization|cookies?|headers|credentials?)$|(password|token|secret|key|otp)$/i;
const PERSONAL = /(^|[a-z_-])(document|cpf|cnpj|e-?mail|phone|address|body)$|^(payer|receiver|holder)/i;

function without(value: unknown, deep: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value;
  if (deep === 0) return REMOVED;
  if (Array.isArray(value)) return value.map((one) => without(one, deep - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) || PERSONAL.test(name) ? REMOVED : without(inner, deep - 1),
    ]),
  );
}

/** True for messages of the engine that repeat its input: a pattern, JSON, a header's value. */
const quotesItsInput = ({ name, message }: ErrorLike) =>
  name === 'SyntaxError' ||
  /^Invalid regular expression: |is not valid JSON$|is an invalid header |^Invalid currency code/.test(
    message,
  );

/** Message and stack only: an error's own properties may contain queries with their values. */
function errorLine(thrown: unknown) {
  if (!isError(thrown)) return { message: typeof thrown };
  const { name, code, stack = '' } = thrown;
  const message = quotesItsInput(thrown) ? REMOVED : thrown.message.split('\nparams:')[0];
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, message, code, stack: frames.slice(0, 12) };
}

type ErrorLike = { name?: string; message: string; stack?: string; code?: unknown };

/** The job queue passes on copies of its errors, which are not instances of Error. */
const isError = (thrown: unknown): thrown is ErrorLike =>
  thrown instanceof Error ||
  (typeof thrown === 'object' && typeof (thrown as ErrorLike | null)?.message === 'string');
