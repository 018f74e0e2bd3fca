import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { disputeHandlers } from '#lib/disputes/handlers.ts';
import { getDispute } from '#lib/disputes/server/get-dispute.ts';
import { withBench } from '#lib/disputes/server/testing/bench.ts';

const bench = withBench();

/** M1, a sibling: a service that takes another id of a dispute in its routes (document 2: id and protocol). */
function knownAs(ctx: Ctx, id: string, other: string): Ctx {
  const { disputes } = ctx.port;
  if (disputes === undefined) throw new Error('No disputes.');
  const get: typeof disputes.get = (requested, call) =>
    disputes.get(requested === other ? id : requested, call);
  return { ...ctx, port: { ...ctx.port, disputes: { ...disputes, get } } };
}

test('notes, drafts, who is in charge and the one defense belong to the dispute, whichever of its ids is requested', async () => {
  const { id } = await bench().open();
  const ctx = knownAs(bench().context('livia'), id, 'protocol-1');
  const call = <K extends keyof typeof disputeHandlers>(key: K, request: object) =>
    (disputeHandlers[key] as (call: object) => Promise<unknown>)({ ctx, ...request });
  await call('POST /disputes/{id}/notes', { id: 'protocol-1', body: { text: 'O cliente ligou.' } });
  await call('PUT /disputes/{id}/assignee', { id: 'protocol-1', body: { operatorId: 'livia' } });
  const content = {
    ...{ version: 0, situation: 'scam', checked: [], letterAsPdf: false },
    sections: { sale: 'Vendido.', delivery: '', contact: '', conclusion: '' },
  };
  expect(await call('PUT /disputes/{id}/draft', { id: 'protocol-1', body: content })).toMatchObject({
    disputeId: id,
    version: 1,
  });
  expect(await call('GET /disputes/{id}/draft', { id })).toMatchObject({ version: 1 });
  for (const one of [id, 'protocol-1']) {
    const detail = await getDispute({ ctx, id: one });
    expect(detail.notes.map(({ text }) => text)).toEqual(['O cliente ligou.']);
    expect(detail.dispute).toMatchObject({ id, assignee: { id: 'livia' } });
  }
  await call('POST /disputes/{id}/defenses', { id: 'protocol-1', body: { text: 'Entregue.' } });
  await expect(
    call('POST /disputes/{id}/defenses', { id, body: { text: 'Entregue outra vez.' } }),
  ).rejects.toMatchObject({ code: 'already_done' });
  expect(await bench().calls('POST', `/user/infractions/${id}/defenses`)).toBe(1);
});
