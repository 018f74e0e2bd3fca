import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { problemOf } from '../support/answers.ts';
import { DEFENSES, DISPUTES, defend, detailOf, saveDraft, TEXT } from '../support/disputes.ts';
import { operatorIdOf } from '../support/product.ts';
import { expect, test } from './test.ts';

// A repeated send waits for as long as a change may take.
test.override('options', { env: { GUICHE_CHANGE_MS: '3000' } });

const refusal = (status: number, errorCode: string, more: object = {}) => ({
  kind: 'status',
  method: 'POST',
  path: DEFENSES,
  status,
  errorCode,
  ...more,
});

test.describe('POST defenses', () => {
  test('201 with the defense; its repeat answers the same operation, without its text', async ({
    api,
    dispute,
    infraction,
  }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const key = randomUUID();
    const answer = await defend(request, id, { text: TEXT }, key);
    expect(answer.status(), await answer.text()).toBe(201);
    const { operation, result } = await answer.json();
    expect(operation).toMatchObject({ kind: 'defense', state: 'confirmed' });
    expect(result.defense).toMatchObject({ text: TEXT });
    const again = await defend(request, id, { text: TEXT }, key);
    expect(again.status()).toBe(200);
    expect(await again.json()).toMatchObject({ operation: { id: operation.id } });
    expect(await again.text()).not.toContain('compradora');
    await problemOf(await defend(request, id, { text: 'Outra.' }, key), 409, 'idempotency_conflict');
    expect((await infraction(id)).defenseHistory).toMatchObject([{ defense: TEXT }]);
  });

  test('409 already_done names who sent what and when', async ({ api, dispute, infraction }) => {
    const { id } = await dispute();
    expect((await defend(await api('analyst'), id)).status()).toBe(201);
    const { existing } = await problemOf(await defend(await api('admin'), id), 409, 'already_done');
    expect(existing).toMatchObject({
      defense: { text: TEXT },
      sentBy: { id: operatorIdOf('analyst') },
      at: expect.any(String),
    });
    expect((await infraction(id)).defenseHistory).toHaveLength(1);
  });

  test('409 conflict for another version and for a closed dispute', async ({ api, dispute, control }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    await saveDraft(request, id, 0, 'Um.');
    await saveDraft(request, id, 1, 'Dois.');
    const stale = await problemOf(await defend(request, id, { version: 1 }), 409, 'conflict');
    expect(stale.existing).toMatchObject({ version: 2 });
    const changed = await defend(request, id, { version: 2, digest: 'of something else' });
    expect((await problemOf(changed, 409, 'conflict')).existing).toMatchObject({ text: 'Dois.' });
    await control('/dispute', { disputeId: id, close: 'CANCELLED' });
    const closed = await problemOf(await defend(request, id, { version: 2 }), 409, 'conflict');
    expect(closed.existing).toEqual({ state: 'closed', status: 'CANCELLED' });
  });

  test('400, 403 and 404', async ({ api, dispute }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const long = await problemOf(
      await defend(request, id, { text: 'x'.repeat(1_001) }),
      400,
      'invalid_request',
    );
    expect(long.fields).toEqual([{ field: 'defense', message: 'too_long' }]);
    for (const data of [{}, { text: ' ' }, { version: 0 }, { version: 1, text: 'x' }, { text: 'x', more: 1 }])
      await problemOf(await defend(request, id, data), 400, 'invalid_request');
    await problemOf(
      await request.post(`${DISPUTES}/${id}/defenses`, { data: { text: 'x' } }),
      400,
      'invalid_request',
    );
    await problemOf(await defend(await api('viewer'), id), 403, 'forbidden');
    await problemOf(await defend(request, 'no-such-id'), 404, 'not_found');
  });

  for (const [name, fault, status, code] of [
    ['409 PZK210', refusal(409, 'PZK210'), 409, 'provider_rejected'],
    ['409 PZK212', refusal(409, 'PZK212'), 409, 'already_done'],
    ['422 PZG422', refusal(422, 'PZG422'), 422, 'provider_rejected'],
    ['403 PZA206', refusal(403, 'PZA206'), 403, 'provider_rejected'],
    ['403 PZA200', refusal(403, 'PZA200'), 502, 'provider_credential'],
    ['401 PZA100', refusal(401, 'PZA100'), 502, 'provider_credential'],
    ['404 PZG404', refusal(404, 'PZG404'), 404, 'not_found'],
    ['429 with a wait of minutes', refusal(429, 'PZG429', { retryAfterSeconds: 120 }), 429, 'rate_limited'],
  ] as const)
    test(`the provider answers ${name}: ${status}, and it can be sent again`, async ({
      api,
      dispute,
      provider,
      infraction,
    }) => {
      const { id } = await dispute();
      const request = await api('analyst');
      await provider.fault(fault);
      const problem = await problemOf(await defend(request, id), status, code);
      expect(problem.operationId).toMatch(/^op_/);
      expect(problem.provider).toMatchObject({ code: fault.errorCode });
      expect((await infraction(id)).defenseHistory).toEqual([]);
      expect((await defend(request, id)).status()).toBe(201);
    });

  for (const [name, fault, applied] of [
    ['a reset, applied', { kind: 'apply-reset' }, true],
    ['a reset, not applied', { kind: 'reset' }, false],
    ['424', { kind: 'status', status: 424 }, false],
    ['500', { kind: 'status', status: 500 }, false],
    ['half an answer', { kind: 'truncated' }, true],
  ] as const)
    test(`${name}: 202, then known within 10 s, and one defense`, async ({
      api,
      dispute,
      provider,
      infraction,
    }) => {
      const { id } = await dispute();
      const request = await api('analyst');
      await provider.fault({ ...fault, method: 'POST', path: DEFENSES });
      const key = randomUUID();
      const answer = await defend(request, id, { text: TEXT }, key);
      expect(answer.status(), await answer.text()).toBe(202);
      const { operation } = await answer.json();
      expect(operation.state).toBe('unknown');
      expect((await infraction(id)).defenseHistory).toHaveLength(applied ? 1 : 0);
      const second = await defend(await api('admin'), id, { text: 'Outra.' });
      // It may have been found already.
      expect([409]).toContain(second.status());
      await vi.waitFor(
        async () =>
          expect(await detailOf(request, id)).toMatchObject({
            state: 'answered',
            sending: null,
            answeredBy: { id: operatorIdOf('analyst') },
          }),
        { timeout: 10_000 },
      );
      const repeat = await defend(request, id, { text: TEXT }, key);
      expect(await repeat.json()).toMatchObject({ operation: { id: operation.id, state: 'confirmed' } });
      expect((await infraction(id)).defenseHistory).toMatchObject([{ defense: TEXT }]);
    });
});
