import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Operation, OperationApproval } from '#lib/operations/queries.ts';
import { RequestedBy } from './operation-page.tsx';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const operation = {
  ...{ id: 'op_1', kind: 'withdrawal.key', state: 'awaiting_approval', amount: 1_500_000 },
  ...{ actor: { id: 'caio', name: 'Caio Fontes' }, createdAt: '2026-11-19T17:02:36.000Z' },
  ...{ clientReference: 'saque-1119-09', intent: { description: 'Chapas galvanizadas' } },
} as unknown as Operation;
const APPROVAL = {
  ...{ from: '189.40.12.77', agent: AGENT, fromSince: '2026-09-02T12:00:00.000Z', roles: ['finance'] },
  ...{ proof: { method: 'passkey', at: '2026-11-19T17:02:31.000Z' }, referenceUsedBy: null },
  day: { items: [operation], sum: 1_500_000, count: 1, limit: 3_000_000 },
} as unknown as OperationApproval;
type Choices = Parameters<typeof shown>[1];
const screen = (over: object = {}, choices: Choices = {}) =>
  shown(<RequestedBy operation={operation} approval={{ ...APPROVAL, ...over }} />, choices);

test('who asked: role, browser, address and since when, proof, the day’s sum beside its limit, reference', () => {
  const { text, markup } = screen();
  for (const part of [
    ...['Caio Fontes pediu', 'Financeiro em Aroeira', 'Firefox 145, Linux · 189.40.12.77'],
    ...['o mesmo desde qua 2 set 2026', 'chave de acesso, às 14:02:31'],
    ...['R$ 15.000,00 , só este', 'limite por pessoa e dia: R$ 30.000,00', 'livre nesta conta'],
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(part);
  expect(markup).toContain('<q>Chapas galvanizadas</q>');
  const en = screen({}, { locale: 'en' }).text;
  for (const part of ['Finance on Aroeira', 'the same since', 'passkey, at 14:02:31', 'this one only'])
    expect(en).toContain(part);
});

test('an address that was new that day and a reference that is taken stand out', () => {
  const found = screen({ fromSince: operation.createdAt, referenceUsedBy: 'op_9' });
  expect(found.text).toContain('novo: usado pela primeira vez nesse dia');
  expect(found.text).toContain('já usada nesta conta');
  expect(found.markup).toContain('href="/pix/operations/op_9"');
});

test('what they did that day: the audit log of that person and São Paulo day, for who may read it', () => {
  const query = 'operator=caio&amp;from=2026-11-19&amp;to=2026-11-19';
  expect(screen().markup).toContain(`/settings/audit?${query}`);
  expect(screen({}, { session: { permissions: [] } }).markup).not.toContain('/settings/audit');
});

test('to who does not approve nothing is told of browser, address, proof and role', () => {
  const none = { from: null, agent: null, fromSince: null, proof: null, roles: [] };
  const { text } = screen(none);
  for (const absent of ['De onde', 'Prova', 'Financeiro']) expect(text).not.toContain(absent);
});
