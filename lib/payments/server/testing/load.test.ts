import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from '@playwright/test';
import { expect, it } from 'vitest';
import { sendAll } from './load.ts';

it('proves who sends once for all that wait, in the session they have, and asks each again with its own key', async () => {
  const requestedPaths: string[] = [];
  const keys = new Map<string, number>();
  let proofs = 0;
  const server = createServer((call, answer) => {
    requestedPaths.push(call.url ?? '');
    call.resume().on('end', () => {
      if (call.url === '/api/step-up') proofs += 1;
      const key = String(call.headers['idempotency-key']);
      if (call.url !== '/api/step-up') keys.set(key, (keys.get(key) ?? 0) + 1);
      // The first proof meets nobody, as while an instance is away.
      const [status, body] =
        call.url === '/api/step-up'
          ? [proofs === 1 ? 502 : 200, {}]
          : proofs < 2
            ? [403, { code: 'step_up_required' }]
            : [202, { operation: { id: key, state: 'confirmed' } }];
      setTimeout(() => answer.writeHead(status).end(JSON.stringify(body)), 30);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const operator = await request.newContext({
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const { reported, repeats } = await sendAll(operator, {
    ...{ count: 12, atOnce: 6, passed: () => undefined, password: 'secret' },
  });
  await operator.dispose();
  server.close();
  expect(new Set(reported.map(({ operation }) => operation)).size).toBe(12);
  expect(keys.size, 'no intent was begun twice').toBe(12);
  // Six waited, twice.
  expect(proofs).toBeGreaterThanOrEqual(2);
  expect(proofs).toBeLessThan(6);
  expect(repeats[403]).toBeGreaterThanOrEqual(6);
  expect(new Set(requestedPaths)).toEqual(new Set(['/api/accounts/pix/withdrawals', '/api/step-up']));
});
