import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { webhookEntries } from '#lib/data/schema/webhooks.ts';
import { createCharge, createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { answerOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { SearchResult } from '#lib/search/contract.ts';
import { searchTransactions } from '#lib/search/server/search-transactions.ts';

const bench = withMoney();
/** Cut down to what one compares: page and id. */
type Hit = `${string} ${string} ${string}`;

async function search(q: string, grants: 'all' | 'pix' | 'hub' = 'all'): Promise<Hit[]> {
  const found = await whole(q, grants);
  expect(found).toMatchObject({ failed: [], limited: [] });
  return [
    ...found.items.map((one): Hit => `${one.account} ${one.page} ${one.transaction.id}`),
    ...found.things.map((one): Hit => `${one.account} ${one.page} ${one.id}`),
  ];
}
function whole(q: string, grants: 'all' | 'pix' | 'hub' = 'all'): Promise<SearchResult> {
  const account = { all: '*', pix: bench().account.id, hub: bench().hub.id }[grants];
  const ctx = { ...bench().context(), grants: [{ account, role: 'analyst' as const }] };
  return searchTransactions({ ctx, q });
}
const hub = (action: string, more: object) => bench().simulator.control(action, { api: 'hub', ...more });

beforeAll(() => hub('state', { rateLimits: false, quiet: true }));

describe('a Pix account', () => {
  test('by id, end-to-end id, reference and document; with few calls', async () => {
    const clientReference = 'busca-0001';
    const made = { amount: 31, generatedDocument: '52998224725', clientReference };
    const { id } = await bench().post('/pix', made);
    await bench().simulator.control('pay', { transactionId: id });
    const { endToEndId } = (await bench().read(`/user/transactions/${id}`)) as { endToEndId: string };
    for (const q of [id, endToEndId, clientReference, `  ${endToEndId} `])
      expect(await search(q), q).toContain(`pix transactions ${id}`);
    expect(await search('529.982.247-25', 'pix')).not.toEqual([]);
    expect(await search(id, 'hub'), 'of an account one may not read').toEqual([]);
  });

  test('operations by id, reference and target, without a call', async () => {
    const { operation } = await answerOf(
      createWithdrawal({
        ctx: bench().context(),
        body: { amount: 4_321, pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 'folha 07' },
      }),
    );
    for (const q of [operation.id, 'folha 07'])
      expect(await search(q, 'pix'), q).toContain(`pix operations ${operation.id}`);
    expect(await search(operation.id, 'hub')).toEqual([]);
  });

  test('webhooks by a part of their address, known here or only there, and by id', async () => {
    const there = await bench().post('/user/webhooks', {
      url: 'https://caixa.example/avisos/pix',
      events: [],
    } as object);
    expect(await search('caixa.example/avisos')).toContain(`pix webhooks ${there.id}`);
    expect(await search(there.id, 'pix')).toContain(`pix webhooks ${there.id}`);
    const row = { accountId: bench().account.id, webhookId: 'wh_known_1', source: 'added' };
    await db()
      .insert(webhookEntries)
      .values({ ...row, url: 'https://100%.example/_a', events: [], createdAt: new Date() });
    expect(await search('wh_known_1', 'pix')).toEqual(['pix webhooks wh_known_1']);
    expect(await search('https://100%.example/_', 'pix')).toEqual(['pix webhooks wh_known_1']);
    expect(await search('https://100x.example/_', 'pix'), '% and _ are signs').toEqual([]);
  });

  test('without reveal an address is found by what is shown of it, not by what its mask hides', async () => {
    const url = 'https://avisos.example/lojas/de/ana.souza@exemplo.com/52998224725/pix';
    const there = await bench().post('/user/webhooks', { url: `${url}/la`, events: [] } as object);
    const row = { accountId: bench().account.id, webhookId: 'wh_masked_1', source: 'added' };
    await db()
      .insert(webhookEntries)
      .values({ ...row, url, events: [], createdAt: new Date() });
    const both = ['pix webhooks wh_masked_1', `pix webhooks ${there.id}`];
    const as = (role: 'analyst' | 'viewer') => async (q: string) => {
      const ctx = { ...bench().context(), grants: [{ account: bench().account.id, role }] };
      const { things } = await searchTransactions({ ctx, q });
      return things.map((one) => `${one.account} ${one.page} ${one.id}`).toSorted();
    };
    const [analyst, viewer] = [as('analyst'), as('viewer')];
    const hidden = 'exemplo.com/52998';
    expect(await analyst(hidden)).toEqual(both.toSorted());
    expect(await viewer(hidden)).toEqual([]);
    expect(await viewer('avisos.example/lojas'), 'what is shown').toEqual(both.toSorted());
    expect(await viewer('998224'), 'part of a number').toEqual([]);
    expect(await viewer('wh_masked_1')).toEqual(['pix webhooks wh_masked_1']);
  });

  test('disputes by protocol and end-to-end id from the index, by id at the provider while there is none', async () => {
    const id = await bench().paid(2_600);
    const { dispute } = (await bench().simulator.control('dispute', { id, hours: 9 })) as {
      dispute: { id: string };
    };
    expect(await search(dispute.id, 'pix')).toContain(`pix disputes ${dispute.id}`);
    const infraction = { protocol: 'prot-2026-77', endToEndId: 'E0000000020261119165903aB3kQzLm2' };
    const now = new Date();
    await db()
      .insert(disputes)
      .values({
        ...{ accountId: bench().account.id, id: 'inf_known_1', state: 'open', infraction },
        ...{ seenAt: now, changedAt: now, status: 'OPEN', amount: 2_600 },
      });
    for (const q of [infraction.protocol, infraction.endToEndId, 'inf_known_1']) {
      expect(await search(q, 'pix'), q).toContain('pix disputes inf_known_1');
    }
    const { things } = await whole(infraction.protocol, 'pix');
    expect(things[0]).toMatchObject({ name: 'prot-2026-77', word: 'OPEN', amount: 2_600 });
  });
});

describe('a Hub account', () => {
  test('a deposit by end-to-end id and by id, with its kind or without: in the statement', async () => {
    const { deposit } = (await hub('deposit', { amount: 7_700 })) as {
      deposit: { id: string; e2e: string };
    };
    const { data } = (await bench().readHub('/transactions/statement?limit=5&trigger=DEPOSIT')) as {
      data: { id: string; originId: string; amount: number }[];
    };
    const line = data[0]?.id ?? '';
    for (const q of [deposit.id, `deposit:${deposit.id}`, deposit.e2e])
      expect(await search(q, 'hub'), q).toContain(`hub statement ${line}`);
    const { things } = await whole(deposit.id, 'hub');
    expect(things[0]).toMatchObject({
      word: 'DEPOSIT',
      amount: data[0]?.amount,
      name: `deposit:${data[0]?.originId}`,
    });
  });

  test('a charge that nobody paid by id, a withdrawal by id; each on its page', async () => {
    const ctx = bench().onHub();
    const made = await answerOf(
      createWithdrawal({ ctx, body: { amount: 2_050, pixKey: 'ana@example.com', pixKeyType: 'email' } }),
    );
    const id = made.result?.payment?.id ?? '';
    for (const q of [id, id.replace('withdraw:', '')])
      expect(await search(q, 'hub'), q).toContain(`hub withdrawals ${id}`);
    const payer = { name: 'Ana Souza', document: '123.456.789-09' };
    const open = await answerOf(createCharge({ ctx, body: { amount: 2_150, payer } }));
    const charge = open.result?.payment?.id ?? '';
    for (const q of [charge, charge.replace('payment:', ''), open.result?.payment?.clientReference ?? ''])
      expect(await search(q, 'hub'), q).toContain(`hub charges ${charge}`);
  });
});

test('what is nowhere costs no more than its share; one account that fails is named, the other answers', async () => {
  const before = (await bench().simulator.control('requests')).requests as unknown[];
  expect(await search('nao-existe-9999')).toEqual([]);
  const after = (await bench().simulator.control('requests')).requests as unknown[];
  expect(after.length - before.length).toBeLessThanOrEqual(5 + 6 + 2);
  await bench().simulator.control('fault', { kind: 'status', status: 403, errorCode: 'PZA203', times: 20 });
  const found = await whole('nao-existe-9998');
  expect(found).toMatchObject({ failed: ['pix'], items: [], things: [] });
});
