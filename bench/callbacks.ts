import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import type { Pool } from 'undici';
import { asked, type Bench } from './products.ts';

/** Path and secret that a provider signs callbacks with. */
export type Receiver = { path: string; secret: string };

/** Guichê's own receiver, registered at the simulator. */
export async function receiverOf(bench: Bench): Promise<Receiver> {
  type Registered = { result: { url: string; secret: string } };
  const { result } = await asked<Registered>(bench, '/api/accounts/pix/webhooks', { receiver: true });
  return { path: new URL(result.url).pathname, secret: result.secret };
}

export const storedCallbacks = async (client: Client): Promise<number> =>
  Number((await client.query('select count(*) as n from received_callbacks')).rows[0].n);

let sent = 0;

/** A signed callback, each of another payment; throws where it was not taken. */
export async function sendCallback(pool: Pool, { path, secret }: Receiver): Promise<void> {
  sent += 1;
  const text = JSON.stringify({
    id: `tx_intake_${sent}`,
    status: 'COMPLETED',
    amount: 10.5,
    externalReference: `pedido-${sent}`,
    creationDate: new Date().toISOString(),
  });
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex');
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-callback-event': 'TRANSACTION_COMPLETED',
      'x-callback-signature': `t=${t},v1=${v1}`,
    },
    body: text,
  });
  const told = await body.text();
  if (statusCode !== 200)
    throw new Error(`A callback was answered with ${statusCode}: ${told.slice(0, 200)}`);
}
