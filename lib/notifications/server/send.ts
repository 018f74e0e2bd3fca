import 'server-only';
import { createHmac } from 'node:crypto';
import { enteredPolicy } from '#lib/accounts/server/address-policy.ts';
import { isLoopbackHost } from '#lib/core/address-name.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { safeFetch } from '#lib/core/http/safe-fetch.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { MailBody } from '#lib/notifications/server/render-notification.ts';

const CONNECT_MS = 5_000;
/** Longest silence of the server. With the connect time it stays below the message lease. */
const SILENCE_MS = 15_000;

/** `id` becomes the Message-ID, the same at every attempt. A mail program groups messages of one `thread`. */
export type Letter = MailBody & { id: string; to: string; thread: string | null };

/** Result of one attempt. `problem`: a code; `whose`: the channel, this message for now, or its address. */
export type Attempt =
  | { ok: true; ms: number }
  | { ok: false; ms: number; problem: string; whose: 'channel' | 'message' | 'address' };

/** Sends one e-mail through the configured SMTP server. Never throws. */
export async function sendSmtp({ id, to, thread, ...body }: Letter): Promise<Attempt> {
  const { smtp, url } = settings();
  if (smtp === null) return { ok: false, problem: 'not_set_up', whose: 'channel', ms: 0 };
  const host = new URL(url).hostname;
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsOf(smtp.url));
  try {
    await transport.sendMail({
      from: smtp.from,
      to,
      ...body,
      messageId: `<${id}@${host}>`,
      ...(thread === null ? {} : { references: `<${thread}@${host}>`, inReplyTo: `<${thread}@${host}>` }),
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { ok: true, ms: ms() };
  } catch (error) {
    return { ok: false, ...faultOf(error), ms: ms() };
  } finally {
    transport.close();
  }
}

function optionsOf(address: string) {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const elsewhere = !isLoopbackHost(host);
  const requireTls = url.searchParams.get('requireTLS');
  const auth =
    url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } };
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // E-mails carry sign-in links: TLS to another machine unless the URL opts out; with a password, always.
    requireTLS:
      !secure && (requireTls === 'true' || (elsewhere && (requireTls !== 'false' || 'auth' in auth))),
    ...auth,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

/** A refusal of this recipient or content concerns the message; every other error concerns the channel. */
function faultOf(error: unknown): { problem: string; whose: 'message' | 'channel' | 'address' } {
  if (error instanceof GuicheError) return { problem: error.code, whose: 'channel' };
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const problem = responseCode === undefined ? (code ?? 'connection') : `smtp_${responseCode}`;
  if (responseCode === undefined || !/^(RCPT TO|DATA)$/.test(command ?? ''))
    return { problem, whose: 'channel' };
  return { problem, whose: responseCode >= 500 ? 'address' : 'message' };
}

const LIMIT_MS = 10_000;
const MOST_BYTES = 65_536;

export type HookTarget = { url: string; secret: string | null };
export type HookMessage = { id: string; body: object };

/** Hex HMAC-SHA256 of `timestamp.id.body`; `timestamp` in seconds. */
export const signatureOf = (secret: string, timestamp: number, id: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${id}.${body}`).digest('hex');

/** Posts one message, signed when the channel has a secret. Never throws. */
export async function sendWebhook({ url, secret }: HookTarget, { id, body }: HookMessage): Promise<Attempt> {
  const text = JSON.stringify(body);
  const timestamp = Math.floor(databaseNow() / 1000);
  const answer = await safeFetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Guiche-Notifications/1',
      'guiche-message': id,
      ...(secret === null
        ? {}
        : {
            'guiche-timestamp': String(timestamp),
            'guiche-signature': `v1=${signatureOf(secret, timestamp, id, text)}`,
          }),
    },
    body: text,
    policy: enteredPolicy(),
    limitMs: LIMIT_MS,
    mostBytes: MOST_BYTES,
  });
  if (!answer.ok) return { ok: false, ms: answer.elapsedMs, problem: answer.fault, whose: 'channel' };
  if (answer.status >= 200 && answer.status < 300) return { ok: true, ms: answer.elapsedMs };
  return { ok: false, ms: answer.elapsedMs, problem: `http_${answer.status}`, whose: 'channel' };
}
