import { z } from 'zod';
import { isLoopbackHost } from '#lib/core/address-name.ts';
import { type AccountSettings, type Env, hasGroup, readAccounts, readUrl } from '#lib/core/env/accounts.ts';
import { perProcess } from '#lib/core/per-process.ts';

/** A list of everything that is wrong with the environment, one sentence each. */
export class SettingsError extends Error {
  readonly errors: string[];
  constructor(errors: string[]) {
    super(errors.join('\n'));
    this.name = 'SettingsError';
    this.errors = errors;
  }
}

const text = z.string().trim().min(1);
const milliseconds = (fallback: number) => z.coerce.number().int().min(10).max(600_000).default(fallback);
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  GUICHE_URL: z.url({ protocol: /^https?$/ }).optional(),
  GUICHE_TRUSTED_PROXIES: z.string().default(''),
  GUICHE_DATA_DIR: text.default('.data'),
  GUICHE_SECRET: z.string().min(32, 'needs 32 bytes or more').optional(),
  GUICHE_SECRET_PREVIOUS: z.string().min(32, 'needs 32 bytes or more').optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  GUICHE_ADMIN_EMAIL: z.email().optional(),
  GUICHE_ADMIN_PASSWORD: z.string().min(12, 'needs 12 characters or more').optional(),
  GUICHE_ALLOW_PRIVATE_ADDRESSES: z.literal(['0', '1']).optional(),
  GUICHE_CONNECT_MS: milliseconds(3_000),
  GUICHE_READ_MS: milliseconds(10_000),
  GUICHE_CHANGE_MS: milliseconds(30_000),
  GUICHE_EXPORT_MS: milliseconds(30_000),
  GUICHE_TOKEN_MS: milliseconds(10_000),
  GUICHE_RESEND_PAUSE_MS: milliseconds(60_000),
  GUICHE_RESENDS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(5),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'needs an address that begins with smtp:// or smtps://' })
    .optional(),
  SMTP_FROM: text.optional(),
  NOTIFY_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  NOTIFY_WEBHOOK_SECRET: z.string().min(16, 'needs 16 characters or more').optional(),
  GUICHE_NOTIFY_PAUSE_MS: milliseconds(30_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  GUICHE_MIRROR_DAYS: z.coerce.number().int().min(30).max(3_650).optional(),
  METRICS_TOKEN: z.string().min(16, 'needs 16 characters or more').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});
type ParsedEnvironment = z.infer<typeof Environment>;
type Name = keyof ParsedEnvironment;

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

export type SignOnSettings = NonNullable<ReturnType<typeof readSignOn>>;

function readSignOn(env: Env, errors: string[]) {
  if (!hasGroup(env, [...NEEDED, 'OIDC_ROLE_CLAIM', 'OIDC_ADMINS'], NEEDED, errors)) return null;
  const readable = readUrl(env, 'OIDC_ISSUER', errors) !== null;
  // Unchanged: issuers are compared by every character, including a trailing slash.
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!readable || issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    /** The claim whose values are `role` or `account:role`. */
    roleClaim: env.OIDC_ROLE_CLAIM ?? 'roles',
    /** Subjects that may be administrators by their claim. */
    admins: listIn(env.OIDC_ADMINS ?? ''),
  };
}

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export type Settings = ReturnType<typeof toSettings> & {
  accounts: AccountSettings[];
  signOn: SignOnSettings | null;
};

/** Reads and checks the environment. Throws SettingsError with all errors. */
export function loadSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  // An empty value in a .env file means "not set".
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(nonEmpty);
  const errors = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`);
  const accounts = readAccounts(nonEmpty, errors);
  const signOn = readSignOn(nonEmpty, errors);
  if (parsed.success) errors.push(...errorsBetween(parsed.data));
  if (!parsed.success || errors.length > 0) throw new SettingsError(errors);
  return { ...toSettings(parsed.data), accounts, signOn };
}

function errorsBetween(env: ParsedEnvironment): string[] {
  const errors: string[] = [];
  if (!isLoopbackHost(env.HOST) && env.GUICHE_URL === undefined)
    errors.push('GUICHE_URL: HOST is not a loopback address, so the public address must be named.');
  if (env.DATABASE_URL !== undefined && env.GUICHE_SECRET === undefined)
    errors.push('GUICHE_SECRET: needed with DATABASE_URL, because every instance must share it.');
  if ((env.GUICHE_ADMIN_EMAIL === undefined) !== (env.GUICHE_ADMIN_PASSWORD === undefined))
    errors.push('GUICHE_ADMIN_EMAIL and GUICHE_ADMIN_PASSWORD: set both or neither.');
  errors.push(
    ...half(env, 'SMTP_URL', 'SMTP_FROM'),
    ...half(env, 'NOTIFY_WEBHOOK_URL', 'NOTIFY_WEBHOOK_SECRET'),
  );
  if (env.SMTP_FROM !== undefined && senderIn(env.SMTP_FROM) === null)
    errors.push('SMTP_FROM: needs an e-mail address, with or without a name: Guichê <guiche@example.com>.');
  return errors;
}

function half(env: ParsedEnvironment, first: Name, second: Name): string[] {
  if ((env[first] === undefined) === (env[second] === undefined)) return [];
  const [missing, other] = env[first] === undefined ? [first, second] : [second, first];
  return [`${missing}: missing; ${other} is set, and the two belong together.`];
}

/** The address in `Name <address>` or `address`; null if there is none, or more than one. */
function senderIn(text: string): string | null {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  return z.email().safeParse(address).data ?? null;
}

function toSettings(env: ParsedEnvironment) {
  return {
    port: env.PORT,
    host: env.HOST,
    url: new URL(env.GUICHE_URL ?? `http://localhost:${env.PORT}`).origin,
    /** True without GUICHE_URL: 127.0.0.1 and localhost are then the same place. */
    urlIsDefault: env.GUICHE_URL === undefined,
    trustedProxies: listIn(env.GUICHE_TRUSTED_PROXIES),
    dataDir: env.GUICHE_DATA_DIR,
    secret: env.GUICHE_SECRET ?? null,
    previousSecret: env.GUICHE_SECRET_PREVIOUS ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    admin:
      env.GUICHE_ADMIN_EMAIL !== undefined && env.GUICHE_ADMIN_PASSWORD !== undefined
        ? { email: env.GUICHE_ADMIN_EMAIL.toLowerCase(), password: env.GUICHE_ADMIN_PASSWORD }
        : null,
    allowPrivateAddresses: env.GUICHE_ALLOW_PRIVATE_ADDRESSES === '1',
    timeLimits: {
      connect: env.GUICHE_CONNECT_MS,
      read: env.GUICHE_READ_MS,
      change: env.GUICHE_CHANGE_MS,
      export: env.GUICHE_EXPORT_MS,
      token: env.GUICHE_TOKEN_MS,
    },
    /** `pauseMs`: wait after the provider's limit. `perMinute`: requests, the account's settings go first. */
    resends: { pauseMs: env.GUICHE_RESEND_PAUSE_MS, perMinute: env.GUICHE_RESENDS_PER_MINUTE },
    /** The server that sends e-mail and the sender's address; null: no e-mail is sent. */
    smtp:
      env.SMTP_URL !== undefined && env.SMTP_FROM !== undefined
        ? { url: env.SMTP_URL, from: env.SMTP_FROM }
        : null,
    notifyWebhook:
      env.NOTIFY_WEBHOOK_URL !== undefined && env.NOTIFY_WEBHOOK_SECRET !== undefined
        ? { url: env.NOTIFY_WEBHOOK_URL, secret: env.NOTIFY_WEBHOOK_SECRET }
        : null,
    /** ms before a failed channel is tried again for the first time; later waits double. */
    notifyPauseMs: env.GUICHE_NOTIFY_PAUSE_MS,
    mirrorDays: env.GUICHE_MIRROR_DAYS ?? (env.DATABASE_URL === undefined ? 90 : 400),
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Where traces are sent (OTLP over HTTP); null: none are collected. */
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
    logLevel: env.LOG_LEVEL,
  };
}

/** The settings of this process, parsed at the first call. */
export const settings = (): Settings => perProcess('guicheSettings', loadSettings);
