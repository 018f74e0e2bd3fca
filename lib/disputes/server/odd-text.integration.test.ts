import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuicheError } from '#lib/core/errors.ts';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { upsertInfractions } from '#lib/disputes/server/read-dispute.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { FakeProvider, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
/** As bytes on the wire: JSON's own escapes, which a parser turns into what no database takes. */
const PAGE = `{"pagination":{"page":1,"limit":100,"totalItems":2,"totalPages":1},"infractions":[
  {"id":"inf-1","status":"OPEN","type":"REFUND_REQUEST","transactionId":"tx-1","amount":10.5,
   "createdAt":"2026-11-20T12:00:00.000Z","description":"antes\\u0000depois \\ud83d fim",
   "payer":{"name":"Ana \\udc00 Souza","document":"39053344705"},"x\\u0000y":"z\\ud800"},
  {"id":"inf-2","status":"OPEN","type":"REFUND_REQUEST","transactionId":"tx-2","amount":"20.00",
   "createdAt":"2026-11-20T11:00:00.000Z","description":"inteiro 😀"}]}`;
// The cut of 500 falls between the halves of an emoji.
const REFUSAL = JSON.stringify({
  errorCode: 'PZG422',
  message: `${'x'.repeat(499)}😀 e mais`,
  requestId: 'r',
});

let server: Server;
let port: ProviderPort;
beforeAll(async () => {
  server = createServer((request, response) => {
    const refused = request.method === 'DELETE';
    response.writeHead(refused ? 422 : 200, { 'content-type': 'application/json' });
    response.end(refused ? REFUSAL : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = createPixAdapter({
    account: { id: 'acc', slug: 'pix', simulator: true },
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    token: new Secret('token'),
    timeouts: { connect: 5_000, read: 20_000, change: 20_000, export: 20_000, token: 20_000 },
    monitor: new AccountMonitor(),
    budgetOf: () => NO_BUDGET,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('M4: a page of disputes with U+0000 and lone surrogates is stored, whole and well-formed', async () => {
  const page = await port.disputes?.list({ page: 1, limit: 100 }, { priority: 'operator' });
  await upsertInfractions('acc', page?.items ?? [], databaseNow());
  const rows = await db().select().from(disputes).where(eq(disputes.accountId, 'acc'));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['inf-1', 'inf-2']);
  const text = JSON.stringify(rows);
  expect(text).toContain('antes\u{fffd}depois \u{fffd} fim');
  expect(text).toContain('inteiro 😀');
  expect(text.isWellFormed() && !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text)).toBe(true);
});

test('M4: a refusal whose message is cut at an emoji stays a refusal', async () => {
  const kind = noteKind(new FakeProvider(), {
    send: ({ request, change }) => port.webhooks?.remove(request.text, change) as unknown as Promise<never>,
  });
  registerOperationKinds([kind]);
  const ctx = await operatorContext();
  const answer = performAndAnswer(ctx, kind, { target: 'odd', request: { text: 'wh-1' } });
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown as GuicheError,
  );
  expect(error).toMatchObject({ code: 'provider_rejected', details: { provider: { code: 'PZG422' } } });
  expect(error?.details.provider?.message).toBe('x'.repeat(499));
  const [row] = await db().select().from(operations).where(eq(operations.target, 'odd'));
  expect(row?.state).toBe('rejected');
});
