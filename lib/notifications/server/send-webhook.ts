import 'server-only';
import { createHmac } from 'node:crypto';
import { enteredPolicy } from '#lib/accounts/server/address-policy.ts';
import { safeFetch } from '#lib/core/http/safe-fetch.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { Attempt } from '#lib/notifications/server/send-smtp.ts';

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
