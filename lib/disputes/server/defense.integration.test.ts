import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { previewDefense } from '#lib/disputes/server/compose-defense.ts';
import { getDefenses, getDispute } from '#lib/disputes/server/get-dispute.ts';
import { PDF } from '#lib/disputes/server/testing/a-pdf.ts';
import { withBench } from '#lib/disputes/server/testing/bench.ts';
import { POST, rowOf, TEXT, withDispute } from '#lib/disputes/server/testing/defending.ts';

const bench = withBench();
const on = withDispute(bench);

describe('a defense', () => {
  test('is sent exactly as stored, once, with its receipt', async () => {
    await on.save(0, 'Pix {{e2e}}, entregue.\nAssinado: “Ana” & filhos.');
    await on.upload('Nota fiscal nº 48.pdf');
    const preview = await previewDefense({ ctx: on.ctx, id: on.id });
    const answer = await on.send({ version: 2, digest: preview.digest });
    expect(answer).toMatchObject({ status: 201, operation: { kind: 'defense', state: 'confirmed' } });
    expect(answer.result?.defense?.text).toBe(preview.text);
    const { defenseHistory, status } = (await bench().stored(on.id)) as never as {
      status: string;
      defenseHistory: { defense: string; files: { name: string; size: number }[] }[];
    };
    expect(status).toBe('DEFENDED');
    expect(defenseHistory).toMatchObject([
      { defense: preview.text, files: [{ name: 'Nota fiscal nº 48.pdf', size: PDF.length }] },
    ]);
    expect(await on.posts()).toBe(1);
    const row = await rowOf(answer.operation.id);
    expect(row.intent).toMatchObject({ version: 2, characters: preview.characters, files: 1 });
    expect(JSON.stringify([row.intent, row.result, row.request])).not.toContain('entregue');
    const { dispute } = await getDispute({ ctx: on.ctx, id: on.id });
    const livia = { name: 'Lívia Prates' };
    expect(dispute).toMatchObject({ state: 'answered', answeredBy: livia, assignee: livia, sending: null });
    const { items } = await getDefenses({ ctx: on.ctx, id: on.id });
    expect(items).toMatchObject([
      { text: preview.text, sentBy: { name: 'Lívia Prates' }, operationId: answer.operation.id },
    ]);
  });

  test('takes the long letter along as a PDF of the shown size', async () => {
    await on.save(0, 'Entregue no endereço do comprador. '.repeat(60), { letterAsPdf: true });
    const { text, files } = await previewDefense({ ctx: on.ctx, id: on.id });
    await on.send({ version: 1 });
    expect((await bench().stored(on.id)).defenseHistory).toMatchObject([
      { defense: text, files: [{ name: 'defesa.pdf', mimeType: 'application/pdf', size: files[0]?.size }] },
    ]);
  });

  test('of another version, or no longer as it was shown, conflicts', async () => {
    await on.save(0, 'Um.');
    const { digest } = await previewDefense({ ctx: on.ctx, id: on.id });
    await on.save(1, 'Dois.');
    await expect(on.send({ version: 1 })).rejects.toMatchObject({
      code: 'conflict',
      details: { existing: { version: 2, sections: { sale: 'Dois.' } } },
    });
    await expect(on.send({ version: 2, digest })).rejects.toMatchObject({
      code: 'conflict',
      details: { existing: { text: 'Dois.' } },
    });
    expect(await on.posts()).toBe(0);
  });

  test('that cannot be sent shows why', async () => {
    await on.save(0, '{{same_document}}');
    await expect(on.send({ version: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'defense', message: 'unknown_fact' }] },
    });
    await expect(on.send({ text: 'x'.repeat(1_001) })).rejects.toMatchObject({
      details: { fields: [{ field: 'defense', message: 'too_long' }] },
    });
    expect(await on.posts()).toBe(0);
  });

  test('is sent from what the index knows while reads fail: the deadline does not wait', async () => {
    await getDispute({ ctx: on.ctx, id: on.id });
    await bench().control('fault', {
      ...{ kind: 'status', status: 403, errorCode: 'PZA206', method: 'GET', untilCleared: true },
    });
    expect((await on.send()).operation.state).toBe('confirmed');
    await bench().control('clear', { all: true });
    expect((await bench().stored(on.id)).defenseHistory).toHaveLength(1);
  });

  test('never is another text than that of its version, however saves cross it', async () => {
    await on.save(0, 'Versão 1.');
    const [sent, saved] = await Promise.allSettled([on.send({ version: 1 }), on.save(1, 'Versão 2.')]);
    const { defenseHistory } = await bench().stored(on.id);
    if (sent.status === 'rejected') {
      expect(sent.reason).toMatchObject({ code: 'conflict' });
      expect(saved.status).toBe('fulfilled');
      expect(defenseHistory).toEqual([]);
    } else expect(defenseHistory).toMatchObject([{ defense: 'Versão 1.' }]);
  });
});

describe('of several askers', () => {
  test('one sends; the others are notified of it', async () => {
    const people = [on.ctx, bench().context('caio'), on.ctx, bench().context('caio')];
    const all = await Promise.allSettled(people.map((who) => on.send({ text: TEXT }, who)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected') {
        expect(['conflict', 'already_done']).toContain(one.reason.code);
        expect(one.reason.details.operationId).toMatch(/^op_/);
      }
    expect((await bench().stored(on.id)).defenseHistory).toHaveLength(1);
    expect(await on.posts()).toBe(1);
  });

  test('the one who comes later sees who sent what, and when', async () => {
    await on.send();
    await expect(on.send({ text: 'Outra.' }, bench().context('caio'))).rejects.toMatchObject({
      code: 'already_done',
      details: {
        existing: { defense: { text: TEXT }, sentBy: { name: 'Lívia Prates' }, at: expect.any(String) },
      },
    });
    expect(await on.posts()).toBe(1);
  });
});

describe('what the provider refuses', () => {
  test('answered in its own panel: already done, nothing is sent', async () => {
    await bench().defendElsewhere(on.id, 'Pelo painel do serviço.');
    await expect(on.send()).rejects.toMatchObject({
      code: 'already_done',
      details: { existing: { defense: { text: 'Pelo painel do serviço.' }, sentBy: null } },
    });
    expect(await db().select().from(operations).where(eq(operations.target, on.id))).toEqual([]);
  });

  test('PZK212 to a first send: somebody else’s, reported with what is there', async () => {
    await getDispute({ ctx: on.ctx, id: on.id });
    await bench().control('fault', {
      ...{ kind: 'status', status: 403, errorCode: 'PZA206', method: 'GET', untilCleared: true },
    });
    await bench().defendElsewhere(on.id, 'Pelo painel do serviço.');
    const sending = on.send();
    await expect(sending).rejects.toMatchObject({
      code: 'already_done',
      details: { provider: { code: 'PZK212' }, operationId: expect.stringMatching(/^op_/) },
    });
    await bench().control('clear', { all: true });
    const { dispute } = await getDispute({ ctx: on.ctx, id: on.id });
    expect(dispute).toMatchObject({ state: 'answered', answeredBy: null });
    const [row] = await db().select().from(operations).where(eq(operations.target, on.id));
    expect(row).toMatchObject({ state: 'rejected', reason: 'provider' });
  });

  test('closed: a conflict before, PZK210 when it closes meanwhile', async () => {
    await bench().control('fault', {
      ...{ kind: 'status', status: 409, errorCode: 'PZK210', method: 'POST', path: POST },
    });
    await expect(on.send()).rejects.toMatchObject({
      code: 'provider_rejected',
      status: 409,
      details: { provider: { code: 'PZK210' } },
    });
    await bench().control('dispute', { disputeId: on.id, close: 'CANCELLED' });
    await expect(on.send()).rejects.toMatchObject({
      code: 'conflict',
      details: { existing: { state: 'closed', status: 'CANCELLED' } },
    });
    expect((await bench().stored(on.id)).defenseHistory).toEqual([]);
  });

  test('the deadline that passed: its refusal, and another try stays possible', async () => {
    await bench().control('fault', {
      ...{ kind: 'status', status: 422, errorCode: 'PZG422', method: 'POST', path: POST },
    });
    await expect(on.send()).rejects.toMatchObject({ code: 'provider_rejected', status: 422 });
    expect((await on.send()).operation.state).toBe('confirmed');
  });
});
