import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a refund: `late`: its answer is lost, and it is done only when the test calls `arrive`. */
export type Fate = 'answered' | 'slow' | 'lost, done' | 'lost, not done' | 'late';
/**
 * How the service shows a charge. `echo`: its `id` is the requested one, so that only the end-to-end id is
 * the same; `sums`: no list of refunds; `both`: both ids next to each other; `folded`: one record for all
 * refunds, without a reason.
 */
export type Manner = 'plain' | 'both' | 'echo' | 'sums' | 'folded';
type Refund = { id: string; amount: number; status: string; createdAt: string };
type Charge = { id: string; paymentId: string; amount: number; manner: Manner; refunds: Refund[] };

const SLOW_MS = 40;

/**
 * A Hub (document 2) whose charges have two ids, each taken by every look-up and refund, and that runs two refunds of
 * one charge side by side: nothing of it keeps two of one intent apart but the product.
 */
export async function startTwoIdHub() {
  const charges: Charge[] = [];
  const fates: Fate[] = [];
  const late: (() => void)[] = [];
  const posts: string[] = [];
  const find = (id: string) => charges.find((one) => one.id === id || one.paymentId === id);

  const shown = (charge: Charge, requestedId: string) => {
    const refunded = charge.refunds.reduce((sum, { amount }) => sum + amount, 0);
    const { id, paymentId, amount, manner, refunds } = charge;
    return {
      id: manner === 'echo' ? requestedId : id,
      ...(manner === 'both' ? { paymentId } : {}),
      method: 'PIX',
      status: 'PAID',
      amount,
      endToEndId: `E${id}`,
      paidAt: '2026-11-20T12:00:00.000Z',
      refundedAmount: refunded,
      refundInProgressAmount: 0,
      refundableAmount: amount - refunded,
      ...(manner === 'sums' ? {} : { refunds: manner === 'folded' ? folded(refunds, refunded) : refunds }),
    };
  };

  const folded = ([first]: readonly Refund[], amount: number) =>
    first === undefined ? [] : [{ ...first, amount }];

  const refund = (charge: Charge, amount: number) => {
    const id = `rfd_${charge.id}_${charge.refunds.length}`;
    charge.refunds.push({ id, amount, status: 'COMPLETED', createdAt: new Date().toISOString() });
  };

  function answer(request: IncomingMessage, response: ServerResponse, body: string) {
    const send = (status: number, json: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const path = (request.url ?? '').replace(/\?.*$/, '');
    if (path.endsWith('/oauth/token')) {
      send(200, { access_token: 'jwt', token_type: 'Bearer', expires_in: 900 });
      return;
    }
    const [, requestedId = '', refundSuffix] =
      /\/transactions\/payment\/([^/]+)(\/refund)?$/.exec(path) ?? [];
    const charge = find(decodeURIComponent(requestedId));
    if (charge === undefined) {
      send(404, { message: 'Not found.', code: 'PAYMENT_NOT_FOUND' });
      return;
    }
    if (refundSuffix === undefined) {
      send(200, shown(charge, requestedId));
      return;
    }
    posts.push(charge.id);
    const { amount } = JSON.parse(body) as { amount: number };
    const fate = fates.shift() ?? 'answered';
    if (fate === 'lost, done' || fate === 'answered' || fate === 'slow') refund(charge, amount);
    if (fate === 'late') late.push(() => refund(charge, amount));
    if (fate === 'answered') send(200, shown(charge, requestedId));
    else if (fate === 'slow') setTimeout(() => send(200, shown(charge, requestedId)), SLOW_MS);
    else request.socket.destroy();
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    /** Fates of the next refunds, in the order in which they come. */
    fates,
    posts,
    charge(amount: number, manner: Manner): Charge {
      const number = charges.length + 1;
      const made = { id: `chg_${number}`, paymentId: `pay_${number}`, amount, manner, refunds: [] };
      charges.push(made);
      return made;
    },
    /** What was late is done now. */
    arrive: () => {
      for (const done of late.splice(0)) done();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type TwoIdHub = Awaited<ReturnType<typeof startTwoIdHub>>;
