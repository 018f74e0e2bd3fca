import { randomUUID } from 'node:crypto';
import { Payment } from '#lib/providers/money-records.ts';
import { problemOf } from '../support/answers.ts';
import { answerOf, change, ended, HUB, nextAmount, PIX } from '../support/payments.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, step, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const CHARGES = `${PIX}/charges`;
const PAYER = { name: 'Ana Souza', document: '123.456.789-09', email: 'ana@example.com' };

test.describe('POST /charges', () => {
  test('201, a repeat with the same key 200, another body 409', async ({ api, recordsOf }) => {
    const request = await api('finance');
    const amount = nextAmount();
    const key = randomUUID();
    const made = await answerOf(await change(request, 'post', CHARGES, { amount, payer: PAYER }, key), 201);
    expect(made.operation).toMatchObject({ kind: 'charge.create', state: 'confirmed' });
    const payment = Payment.parse(made.result?.payment);
    expect(payment).toMatchObject({ amount, status: 'PENDING', generatedDocument: null });
    expect(payment.qrCodeText).toContain('br.gov.bcb.pix');
    const again = await answerOf(await change(request, 'post', CHARGES, { amount, payer: PAYER }, key), 200);
    expect(again.operation.id).toBe(made.operation.id);
    await problemOf(
      await change(request, 'post', CHARGES, { amount: amount + 1 }, key),
      409,
      'idempotency_conflict',
    );
    expect(await recordsOf(payment.clientReference ?? '')).toHaveLength(1);
  });

  test('202 while it is not known, found by itself, held once', async ({ api, provider, recordsOf }) => {
    const request = await api('finance');
    await provider.fault({ kind: 'apply-reset', method: 'POST', path: '/pix' });
    const answer = await answerOf(await change(request, 'post', CHARGES, { amount: nextAmount() }), 202);
    expect(answer.operation.state).toBe('unknown');
    const operation = await ended(request, PIX, answer.operation.id);
    expect(operation).toMatchObject({ state: 'confirmed', clientReference: expect.stringMatching(/^gch_/) });
    expect(await recordsOf(operation.clientReference)).toHaveLength(1);
  });

  test('400 at the field for what document 1 fixes', async ({ api }) => {
    const request = await api('finance');
    for (const [data, field, message] of [
      [{ amount: 99 }, 'amount', 'below_minimum'],
      [{ amount: 5_000_001, payer: PAYER }, 'amount', 'above_maximum'],
      [{ amount: 200_001 }, 'payer.document', 'document_required'],
      [{ amount: 1_000, payer: { document: '123.456.789-00' } }, 'payer.document', 'document_invalid'],
      [{ amount: 1_000, callbackUrl: 'nowhere' }, 'callbackUrl', 'url_invalid'],
    ] as const) {
      const problem = await problemOf(await change(request, 'post', CHARGES, data), 400, 'invalid_request');
      expect(problem.fields).toEqual([{ field, message }]);
    }
    for (const data of [{}, { amount: '10.00' }, { amount: 10.5 }, { amount: 0 }, { amount: 100, more: 1 }])
      await problemOf(await change(request, 'post', CHARGES, data), 400, 'invalid_request');
    await problemOf(await request.post(CHARGES, { data: { amount: 1_000 } }), 400, 'invalid_request');
    const long = await change(request, 'post', CHARGES, { amount: 1_000, clientReference: 'x'.repeat(65) });
    await problemOf(long, 400, 'invalid_request');
  });

  test('409 already_done for a reference used here, conflict for one used elsewhere', async ({
    api,
    provider,
  }) => {
    const request = await api('finance');
    const clientReference = `charge-${randomUUID()}`;
    const first = await answerOf(
      await change(request, 'post', CHARGES, { amount: nextAmount(), clientReference }),
      201,
    );
    const again = await change(request, 'post', CHARGES, { amount: nextAmount(), clientReference });
    const done = await problemOf(again, 409, 'already_done');
    expect(done).toMatchObject({
      operationId: first.operation.id,
      existing: { payment: { clientReference } },
    });
    const elsewhere = `elsewhere-${randomUUID()}`;
    await provider.create({ amount: 7.5, clientReference: elsewhere });
    const other = await change(request, 'post', CHARGES, {
      amount: nextAmount(),
      clientReference: elsewhere,
    });
    const conflict = await problemOf(other, 409, 'conflict');
    expect(conflict.existing).toMatchObject({ payment: { clientReference: elsewhere, amount: 750 } });
  });

  test('the provider’s own refusals are ends, with their operations', async ({ api, provider }) => {
    const request = await api('finance');
    for (const [fault, status, code] of [
      [{ status: 403, errorCode: 'PZA206' }, 403, 'provider_rejected'],
      [{ status: 403, errorCode: 'PZA203' }, 502, 'provider_credential'],
      [{ status: 422, errorCode: 'PZD200' }, 422, 'provider_rejected'],
      [{ status: 429, errorCode: 'PZG429', retryAfterSeconds: 90 }, 429, 'rate_limited'],
    ] as const)
      await step(fault.errorCode, async () => {
        await provider.fault({ kind: 'status', method: 'POST', path: '/pix', ...fault });
        const answer = await change(request, 'post', CHARGES, { amount: nextAmount() });
        expect(await problemOf(answer, status, code)).toMatchObject({
          operationId: expect.stringMatching(/^op_/),
          provider: { code: fault.errorCode },
        });
      });
  });

  test('the Hub’s: payer needed, 201, and found again', async ({ api, control }) => {
    const request = await api('finance');
    const bare = await change(request, 'post', `${HUB}/charges`, { amount: nextAmount() });
    const { fields } = await problemOf(bare, 400, 'invalid_request');
    expect(fields?.map(({ field }) => field)).toEqual(['payer.name', 'payer.document']);
    await control('/fault', {
      api: 'hub',
      kind: 'apply-reset',
      method: 'POST',
      path: '/transactions/payment',
    });
    const data = { amount: nextAmount(), payer: PAYER };
    const answer = await answerOf(await change(request, 'post', `${HUB}/charges`, data), 202);
    expect((await ended(request, HUB, answer.operation.id)).state).toBe('confirmed');
  });
});

test.describe('GET /charges', () => {
  test('200 by pages, masked for viewers; 400 for what it does not know', async ({ api }) => {
    const request = await api('finance');
    const data = { amount: nextAmount(), payer: { name: 'Rui Dantas Prado' } };
    await answerOf(await change(request, 'post', CHARGES, data), 201);
    const [mine, theirs] = await Promise.all(
      [request, await api('viewer')].map(async (one) => (await one.get(`${CHARGES}?limit=1`)).json()),
    );
    expect([mine.items[0].generatedName, theirs.items[0].generatedName]).toEqual([
      'Rui Dantas Prado',
      'Rui P.',
    ]);
    const next = await (await request.get(`${CHARGES}?limit=1&cursor=${mine.nextCursor}`)).json();
    expect(next.items[0].id).not.toBe(mine.items[0].id);
    const foreign = await request.get(`${PIX}/withdrawals?limit=1&cursor=${mine.nextCursor}`);
    await problemOf(foreign, 400, 'invalid_request');
    for (const query of [
      'limit=0',
      'limit=201',
      'status=paid',
      'from=2026-13-40',
      'search=ana',
      'cursor=x',
      'no=1',
    ])
      expect((await request.get(`${CHARGES}?${query}`)).status(), query).toBe(400);
  });

  test('lookup, one, and its code: 200, 400 and 404', async ({ api }) => {
    const request = await api('finance');
    const { result } = await answerOf(await change(request, 'post', CHARGES, { amount: nextAmount() }), 201);
    const { id = '', clientReference = '' } = result?.payment ?? {};
    const viewer = await api('viewer');
    for (const path of [`lookup?id=${id}`, `lookup?clientReference=${clientReference}`, id]) {
      const answer = await viewer.get(`${CHARGES}/${path}`);
      expect(answer.status(), path).toBe(200);
      expect((await answer.json()).payment).toMatchObject({ id });
    }
    const both = await viewer.get(`${CHARGES}/lookup?id=${id}&clientReference=another`);
    await problemOf(both, 404, 'not_found');
    await problemOf(await viewer.get(`${CHARGES}/lookup`), 400, 'invalid_request');
    await problemOf(await viewer.get(`${CHARGES}/none`), 404, 'not_found');
    const image = await viewer.get(`${CHARGES}/${id}/qr-code`);
    expect(image.headers()['content-type']).toBe('image/png');
    expect((await image.body()).subarray(1, 4).toString()).toBe('PNG');
    await problemOf(await viewer.get(`${CHARGES}/none/qr-code`), 404, 'not_found');
  });

  test('503 and 504 while the provider does not answer', async ({ api, provider }) => {
    const request = await api('finance');
    await provider.fault({
      kind: 'status',
      status: 503,
      errorCode: 'PZF503',
      method: 'GET',
      untilCleared: true,
    });
    await problemOf(await request.get(CHARGES), 503, 'provider_unavailable');
  });
});

test('GET /payment-rules: 200 with what the forms must know', async ({ api }) => {
  const viewer = await api('viewer');
  const pix = await (await viewer.get(`${PIX}/payment-rules`)).json();
  expect(pix).toMatchObject({
    approvalAbove: null,
    charge: { min: 100, max: 5_000_000, documentAbove: 200_000 },
    transfer: { receiver: 'account_number' },
    payerNeeded: false,
  });
  const hub = await (await viewer.get(`${HUB}/payment-rules`)).json();
  expect(hub).toMatchObject({ transfer: { receiver: 'pix_key' }, payerNeeded: true });
  await problemOf(await viewer.get('/api/accounts/card/charges'), 409, 'not_supported');
});
