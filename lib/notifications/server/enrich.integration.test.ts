import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seal } from '#lib/auth/server/seal.ts';
import type { NoticeFacts } from '#lib/core/notification-events.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import {
  disputeAttachments,
  disputeDrafts,
  disputeNotes,
  disputes,
  disputeWork,
} from '#lib/data/schema/disputes.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { EMPTY, namePurpose, sealContent } from '#lib/disputes/server/defense-store.ts';
import { notePurpose } from '#lib/disputes/server/work.ts';
import {
  countNotifications,
  listNotifications,
  markRead,
} from '#lib/notifications/server/list-notifications.ts';
import { ANA, as, BIA, drainAll, linesOf, raise, withPost } from '#lib/notifications/server/testing/bench.ts';
import { readMail } from '#lib/notifications/server/testing/post.ts';
import { type AnyKind, registerOperationKinds } from '#lib/operations/server/kind.ts';

const post = withPost();
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const ahead = (ms: number) => new Date(Date.now() + ms);
const ACCOUNT = 'acc_1';

beforeAll(async () => {
  registerOperationKinds([
    { name: 'withdrawal.key', permission: 'withdraw', approvable: true, lookUp: async () => ({}) },
  ] as unknown as AnyKind[]);
  const credentials = seal(JSON.stringify({ accessToken: 'none' }), `credentials:${ACCOUNT}`);
  await invalidateAfter('accounts', () => db().update(accounts).set({ credentials }));
});
beforeEach(async () => {
  for (const table of [disputes, disputeWork, disputeDrafts, disputeAttachments, disputeNotes])
    await db().delete(table);
  for (const table of [operations, deliveries]) await db().delete(table);
});

const lineOf = async (cause: string, who = ANA, over = {}) => {
  const { items } = await listNotifications({ ctx: as(who, over), query: { limit: 50 } });
  return items.find((line) => line.cause === cause);
};
/** All that left by e-mail and webhook. */
async function left(): Promise<string> {
  await drainAll();
  return [
    ...post.mail.taken.map((one) => readMail(one).whole),
    ...post.hook.posted.map(({ body }) => body),
  ].join('\n');
}

const PAYER = { name: 'Mariana Tavares Lopes', document: '52998224725' };
const party = { institutionIspb: null, institutionName: null, accountNumber: null };
const infraction = (id: string, deadline: Date) => ({
  ...{ id, protocol: null, status: 'OPEN', type: null, reportedBy: null, result: null, resultDetails: null },
  ...{ reason: 'caiu em um golpe', openedAt: null, deadline: deadline.toISOString(), updatedAt: null },
  ...{ amount: 234_900, transactionId: null, endToEndId: null, defenses: [], other: {} },
  ...{ payer: { ...party, ...PAYER }, receiver: { ...party, name: null, document: null } },
});
const openDispute = (id: string, deadline: Date, over: object = {}) =>
  db()
    .insert(disputes)
    .values({
      ...{ accountId: ACCOUNT, id, state: 'open', amount: 234_900, deadline },
      ...{ infraction: infraction(id, deadline), seenAt: new Date(), changedAt: new Date(), ...over },
    });
const work = (disputeId: string, over: object) =>
  db()
    .insert(disputeWork)
    .values({ accountId: ACCOUNT, disputeId, ...over });
async function draft(disputeId: string, version: number, files: string[]): Promise<void> {
  const of = { accountId: ACCOUNT, disputeId };
  const sections = { ...EMPTY.sections, sale: 'Pedido {{reference}} entregue.' };
  const content = sealContent(of, { ...EMPTY, sections, checked: ['terms'] });
  const counts = { attachments: files.length, updatedAt: new Date(), updatedBy: BIA };
  await db()
    .insert(disputeDrafts)
    .values({ ...of, version, ...content, ...counts });
  for (const [place, name] of files.entries()) {
    const id = `${disputeId}-${place}`;
    await db()
      .insert(disputeAttachments)
      .values({
        ...{ ...of, id, name: seal(name, namePurpose(id)), mimeType: 'application/pdf', size: 1, digest: '' },
        ...{
          bytes: '',
          addedAt: new Date(),
          addedBy: BIA,
          removedAt: name === 'removida.pdf' ? new Date() : null,
        },
      });
  }
}
const renderDeadline = (id: string, step: string, deadline: Date, more: NoticeFacts = {}, to = [ANA]) =>
  raise({
    ...{ event: Number(step) > 6 ? 'deadline_far' : 'deadline_near', step, to, cause: `deadline:${id}` },
    facts: { id, dispute: id, amount: 234_900, deadline: deadline.toISOString(), ...more },
  });

describe('a deadline', () => {
  test('says whose it is, how far its defense is, and how it stood at each step', async () => {
    const due = ahead(5 * HOUR);
    await openDispute('MED-1', due);
    await work('MED-1', { assigneeId: BIA });
    // The order by its fact, the terms by hand, the delivery by a file; one file was taken off again.
    await draft('MED-1', 7, ['canhoto-entrega.pdf', 'removida.pdf']);
    await renderDeadline('MED-1', '48', due, { assignee: null });
    await renderDeadline('MED-1', '24', due, { assignee: BIA });
    await renderDeadline('MED-1', '6', due, { assignee: BIA });
    const line = await lineOf('deadline:MED-1');
    expect(line?.title).toBe('MED-1 entrou nas últimas 6 horas');
    expect(line?.detail).toMatch(/^R\$\s2\.349,00 · vence .+ · com Bia Reis, rascunho v7, 3 de 7 provas$/);
    expect(line?.steps.map(({ title }) => title)).toEqual([
      'Faltavam 24 horas, com Bia Reis',
      'Faltavam 48 horas, sem responsável',
    ]);
    expect(await left()).not.toMatch(/Bia Reis|rascunho/);
  });

  test('that nobody has in hands says so; steps from before that was kept say nothing of it', async () => {
    const due = ahead(HOUR / 2);
    await openDispute('MED-2', due);
    await renderDeadline('MED-2', '6', due);
    await renderDeadline('MED-2', '1', due, { assignee: null });
    const line = await lineOf('deadline:MED-2');
    expect(line?.detail).toMatch(/ · sem responsável, sem rascunho$/);
    expect(line?.steps.map(({ title }) => title)).toEqual(['Faltavam 6 horas']);
  });

  test('of an answered one says when and by whom; of one that the index does not hold nothing more', async () => {
    const due = ahead(HOUR);
    await openDispute('MED-3', due);
    await work('MED-3', { assigneeId: ANA, sentAt: ago(HOUR), sentBy: BIA });
    for (const id of ['MED-3', 'MED-4']) await renderDeadline(id, '6', due);
    expect((await lineOf('deadline:MED-3'))?.detail).toMatch(/ · defesa enviada .+ por Bia Reis$/);
    expect((await lineOf('deadline:MED-4'))?.detail).toMatch(/ · vence [^·]+$/);
  });

  test('that passed was due', async () => {
    const due = ago(HOUR);
    await openDispute('MED-5', due);
    await work('MED-5', { assigneeId: ANA });
    await renderDeadline('MED-5', '1', due);
    expect((await lineOf('deadline:MED-5'))?.detail).toMatch(/ · venceu .+ · com você$/);
  });
});

describe('an operation', () => {
  const begin = (id: string, over: object) =>
    db()
      .insert(operations)
      .values({
        ...{ id, accountId: ACCOUNT, kind: 'withdrawal.key', target: id, amount: 348_000, operatorId: BIA },
        ...{ clientReference: '529.982.247-25 aluguel', createdAt: ago(31 * 60_000), attempts: 1 },
        ...{ sentAt: ago(31 * 60_000), lastSentAt: ago(31 * 60_000), state: 'unknown', ...over },
      });
  const about = (id: string) => ({
    ...{ cause: `operation:${id}`, to: [ANA, BIA] },
    facts: { id, kind: 'withdrawal.key', amount: 348_000 },
  });

  test('whose end is not known says its reference and not to repeat it; who may, has it looked up', async () => {
    const nextLookUpAt = ahead(60_000);
    await begin('op_u', { nextLookUpAt });
    await raise({ ...about('op_u'), event: 'operation_unknown', step: 'unknown' });
    const line = await lineOf('operation:op_u');
    expect(line?.title).toMatch(/^Saque por chave de R\$\s3\.480,00 sem confirmação há 31 min$/);
    expect(line).toMatchObject({
      reference: '529.982.247-25 aluguel',
      detail: 'Não repita: o dinheiro pode já ter saído',
      unknown: { nextLookUpAt: nextLookUpAt.toISOString(), lookUp: true },
    });
    const seen = await lineOf('operation:op_u', BIA);
    expect(seen?.reference).not.toContain('529.982.247');
    expect(seen?.unknown).toMatchObject({ lookUp: false });
    const text = await left();
    expect(text).toContain('o dinheiro pode já ter saído');
    expect(text).not.toContain('529.982.247');
  });

  test('of somebody’s other account says nothing of this one', async () => {
    await begin('op_o', { accountId: 'acc_2' });
    await raise({ ...about('op_o'), event: 'operation_unknown', step: 'unknown' });
    expect(await lineOf('operation:op_o')).toMatchObject({ reference: null, unknown: null });
  });

  test('confirmed late left once, when it was sent; sent twice, nobody can tell when', async () => {
    const [sentAt, settledAt] = [new Date('2026-11-19T12:12:40Z'), new Date('2026-11-19T13:03:44Z')];
    for (const [id, attempts] of [
      ['op_once', 1],
      ['op_twice', 2],
    ] as const) {
      await begin(id, { state: 'confirmed', sentAt, settledAt, attempts });
      await raise({ ...about(id), event: 'operation_unknown', step: 'unknown' });
      await raise({ ...about(id), event: 'operation_late', step: 'confirmed' });
    }
    await db().update(noticeSteps).set({ at: settledAt }).where(eq(noticeSteps.step, 'confirmed'));
    const line = await lineOf('operation:op_once');
    expect(line).toMatchObject({ detail: 'Saiu uma vez só, às 09:12:40', unknown: null });
    expect(line?.title).toMatch(/: confirmação com 51 min de atraso$/);
    expect(line?.steps.map(({ title }) => title)).toEqual(['15 minutos sem resposta']);
    expect((await lineOf('operation:op_twice'))?.detail).toBe('Saiu uma vez só');
    await db()
      .update(noticeSteps)
      .set({ at: new Date('2026-11-20T13:00:00Z') });
    expect((await lineOf('operation:op_once'))?.detail).toBe('Saiu uma vez só, em qui 19 nov, 09:12:40');
  });
});

describe('a mention', () => {
  const TEXT = `Ana, a ${PAYER.name} (CPF 529.982.247-25)\n\nassinou o contrato? ${'Está com o jurídico. '.repeat(9)}`;
  async function note(disputeId: string, id: string): Promise<void> {
    const body = seal(TEXT, notePurpose(id));
    const of = { accountId: ACCOUNT, disputeId };
    await db()
      .insert(disputeNotes)
      .values({ ...of, id, operatorId: BIA, at: new Date(), body });
    const facts = { id: disputeId, dispute: disputeId, by: BIA };
    await raise({ event: 'mention', step: 'mentioned', cause: `note:${id}`, facts, to: [ANA, BIA] });
  }

  test('quotes how its note begins, masked as the note is, and never by a channel', async () => {
    await openDispute('MED-6', ahead(HOUR));
    await note('MED-6', 'n1');
    const line = await lineOf('note:n1');
    expect(line?.title).toBe('Bia Reis citou você em MED-6');
    expect(line?.quote).toMatch(
      /^Ana, a Mariana Tavares Lopes \(CPF 529\.982\.247-25\) assinou o contrato\? .+…$/,
    );
    expect(line?.quote?.length).toBeLessThanOrEqual(121);
    // A viewer of the account reads the note without names and documents.
    const seen = await lineOf('note:n1', BIA);
    expect(seen?.quote).toMatch(/assinou o contrato\?/);
    expect(seen?.quote).not.toMatch(/Mariana Tavares|Lopes|529\.982\.247-25/);
    const text = await left();
    expect(text).toContain('MED-6');
    expect(text).not.toMatch(/assinou|Mariana|Bia Reis/);
  });

  test('of a dispute that one may read no more is gone, and without its record nothing is quoted to a viewer', async () => {
    await note('MED-7', 'n2');
    expect((await lineOf('note:n2'))?.quote).toMatch(/^Ana/);
    expect((await lineOf('note:n2', BIA))?.quote).toBeNull();
    const elsewhere = { grants: [{ account: 'acc_2', role: 'analyst' as const }] };
    expect(await lineOf('note:n2', BIA, elsewhere)).toBeUndefined();
  });

  test('an assignment says who made it, and quotes nothing', async () => {
    const facts = { id: 'MED-8', dispute: 'MED-8', by: BIA };
    await raise({ event: 'mention', step: 'assigned', cause: 'assigned:MED-8', facts });
    const line = await lineOf('assigned:MED-8');
    expect(line).toMatchObject({ title: 'Bia Reis passou MED-8 para você', quote: null });
  });
});

describe('an address', () => {
  const BEGIN = Date.parse('2026-11-19T12:00:00Z');
  const minute = (count: number) => new Date(BEGIN + count * 60_000);
  let made = 0;
  async function deliver(at: number, over: object = {}): Promise<void> {
    made += 1;
    await db()
      .insert(deliveries)
      .values({
        ...{ accountId: ACCOUNT, id: `d${made}`, transactionId: `t${made}`, webhookId: 'wh_1' },
        ...{ host: 'api.example', url: 'https://api.example/hook', event: 'TRANSACTION_COMPLETED' },
        ...{ status: 503, delivered: false, outcome: 'failed', open: true, amount: 1_000 },
        ...{ transactionStatus: 'COMPLETED', createdAt: minute(at), lastAt: minute(at), ...over },
      });
  }
  const facts = { key: 'wh_1', host: 'api.example', since: minute(0).toISOString(), status: 'HTTP 500' };
  const cause = 'endpoint:acc_1:wh_1:1';
  const fails = () =>
    raise({ event: 'endpoint', step: 'failing', cause, facts: { ...facts, count: 2, amount: 2_000 } });

  test('that fails: what it was not told by now, by the one count of open failures', async () => {
    await fails();
    for (const at of [0, 1, 2]) await deliver(at);
    await deliver(3, { transactionStatus: 'PENDING', status: null });
    await deliver(4, { open: false });
    await deliver(5, { webhookId: 'wh_2' });
    expect((await lineOf(cause))?.detail).toMatch(
      /^4 avisos em aberto · R\$\s30,00 pagos e não avisados · sem resposta$/,
    );
    await db().delete(deliveries);
    expect((await lineOf(cause))?.detail).toMatch(/^nenhum aviso em aberto · .+ · HTTP 500$/);
  });

  test('that answers again: how long it failed, and how many of those notices were delivered since', async () => {
    await fails();
    for (const at of [0, 1, 1.5]) await deliver(at, { outcome: 'recovered', open: false });
    // Tried twice, one notice; and one of a resend, which does not concern the address.
    for (const at of [2, 3]) await deliver(at, { transactionId: 't_same' });
    await deliver(4, { resendId: 'R-1' });
    await deliver(12);
    const ended = { ...facts, until: minute(11).toISOString(), count: 4 };
    await raise({ event: 'endpoint', step: 'recovered', cause, facts: ended });
    const line = await lineOf(cause);
    expect(line?.detail).toBe('Falhou 11 min, 4 avisos; 3 foram entregues depois');
    expect(line?.steps[0]?.title).toMatch(/^Não aceitava avisos desde .+: HTTP 500$/);
    await db().update(deliveries).set({ outcome: 'recovered' }).where(eq(deliveries.transactionId, 't_same'));
    expect((await lineOf(cause))?.detail).toBe('Falhou 11 min, 4 avisos; os 4 foram entregues depois');
    await db().delete(deliveries);
    expect((await lineOf(cause))?.detail, 'its records are kept no more').toBe('Falhou 11 min, 4 avisos');
  });

  test('that answered again before that was kept says since when it had failed', async () => {
    await fails();
    await raise({ event: 'endpoint', step: 'recovered', cause, facts });
    expect((await lineOf(cause))?.detail).toMatch(/^Falhava desde /);
  });
});

test('what is not over is kept in sight though it was read: counted, and a filter', async () => {
  const due = ahead(5 * HOUR);
  for (const id of ['runs', 'sent', 'past', 'closed'])
    await openDispute(id, id === 'past' ? ago(HOUR) : due, id === 'closed' ? { state: 'closed' } : {});
  await work('sent', { sentAt: ago(HOUR) });
  for (const id of ['runs', 'sent', 'past', 'closed'])
    await renderDeadline(id, '6', id === 'past' ? ago(HOUR) : due);
  const kind = { kind: 'withdrawal.key', accountId: ACCOUNT, operatorId: BIA, createdAt: new Date() };
  for (const [id, state] of [
    ['op_1', 'unknown'],
    ['op_2', 'rejected'],
  ] as const) {
    await db()
      .insert(operations)
      .values({ ...kind, id, target: id, state });
    await raise({ cause: `operation:${id}`, facts: { id } });
  }
  for (const [event, begin, end] of [
    ['endpoint', 'failing', 'recovered'],
    ['credential_refused', 'refused', 'accepted'],
    ['account_block', 'blocked', 'released'],
  ] as const) {
    for (const cause of [`${event}:on`, `${event}:over`])
      await raise({ event, step: begin, cause, facts: {} });
    await raise({ event, step: end, cause: `${event}:over`, facts: {} });
  }
  await markRead({ ctx: as(ANA), body: { all: true } });
  await raise({ event: 'work_ended', step: 'report_completed', cause: 'report:1', facts: {} });
  const open = async () => {
    const { items } = await listNotifications({ ctx: as(ANA), query: { limit: 50, state: 'open' } });
    return items.map(({ cause }) => cause).sort();
  };
  const going = [
    'account_block:on',
    'credential_refused:on',
    'deadline:runs',
    'endpoint:on',
    'operation:op_1',
  ];
  expect(await open()).toEqual([...going, 'report:1']);
  expect(await countNotifications({ ctx: as(ANA) })).toEqual({ all: 13, open: 6, unread: 1 });
  await markRead({ ctx: as(ANA), body: { all: true } });
  expect(await open()).toEqual(going);
  expect(await countNotifications({ ctx: as(BIA) }), 'one’s own').toEqual({ all: 0, open: 0, unread: 0 });
  expect(await linesOf(ANA)).toHaveLength(13);
});

test('a page of many lines asks the database no more often than one with a line of each subject', async () => {
  const due = ahead(HOUR);
  const more = async (place: number) => {
    await openDispute(`MED-${place}`, due);
    await work(`MED-${place}`, { assigneeId: BIA });
    await draft(`MED-${place}`, 1, ['nota.pdf']);
    await renderDeadline(`MED-${place}`, '6', due);
    await raise({ facts: { id: `op_${place}` } });
    const receiver = {
      key: `wh_${place}`,
      since: ago(HOUR).toISOString(),
      until: ago(1).toISOString(),
      count: 1,
    };
    for (const step of ['failing', 'recovered'])
      await raise({ event: 'endpoint', step, cause: `endpoint:${step}:${place}`, facts: receiver });
    await raise({ event: 'mention', step: 'mentioned', cause: `note:${place}`, facts: {} });
  };
  const queries = async () => {
    const spies = [vi.spyOn(db(), 'select'), vi.spyOn(db(), 'execute')];
    await linesOf(ANA);
    const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return calls;
  };
  await more(1);
  const once = await queries();
  for (const place of [2, 3, 4]) await more(place);
  expect(await queries()).toBe(once);
  expect(await linesOf(ANA)).toHaveLength(20);
});
