import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { NoticeLine } from '#lib/notifications/queries.ts';
import { NoticeDays } from './inbox-view.tsx';

const LINE: NoticeLine = {
  id: 'n',
  event: 'operation_unknown',
  cause: 'operation:op_1',
  step: 'unknown',
  at: '2026-11-19T16:47:02.000Z',
  title: 'Saque sem confirmação há 31 min',
  detail: 'Não repita',
  account: { slug: 'pix', name: 'Filial Sul' },
  facts: { id: 'op_1' },
  by: null,
  steps: [],
  reference: 'saque-fs-0231',
  quote: null,
  reason: null,
  unknown: null,
  readAt: null,
  link: { path: '/pix/operations/op_1', word: 'Abrir operação' },
};
const lines = (...over: Partial<NoticeLine>[]) =>
  shown(<NoticeDays lines={over.map((one) => ({ ...LINE, ...one }))} onRead={() => undefined} />);

test('an operation whose end is not known: its reference, what not to do, when it is looked up, and doing so now', () => {
  const { markup, text } = lines({ unknown: { nextLookUpAt: null, lookUp: true } });
  expect(text).toContain('saque-fs-0231 · Não repita · não há mais consultas');
  expect(markup).toMatch(/<button[^>]*>Consultar agora<\/button>/);
  expect(markup).toContain('href="/pix/operations/op_1"');
});

test('who may not, whose account is gone, and what is over have no look-up', () => {
  const unknown = { nextLookUpAt: null, lookUp: true };
  for (const over of [
    { unknown: { ...unknown, lookUp: false } },
    { unknown, account: { slug: 'taken-away', name: 'Antiga' } },
    { unknown: null },
  ])
    expect(lines(over).text).not.toContain('Consultar agora');
});

test('a mention is its note’s own words; who wrote it is named once', () => {
  const { markup, text } = lines({
    event: 'mention',
    title: 'Caio citou você em MED-1',
    detail: 'Em uma nota',
    reference: null,
    quote: 'o contrato está com o jurídico?',
    by: { id: 'caio', name: 'Caio' },
  });
  expect(markup).toContain('<q>o contrato está com o jurídico?</q>');
  expect(text).not.toMatch(/Em uma nota|por Caio/);
});

test('a day counts its subjects, and the messages that were told of them', () => {
  const steps = [{ step: '24', at: LINE.at, title: 'Faltavam 24 horas, sem responsável', detail: '' }];
  const { text } = lines({ id: 'a', steps }, { id: 'b', by: { id: 'bia', name: 'Bia' } });
  expect(text).toContain('2 assuntos, 3 mensagens');
  expect(text).toContain('Faltavam 24 horas, sem responsável');
  expect(text).toContain('Não repita · por Bia');
});

test('an amount in its words stands on one line with its currency', () => {
  const { markup } = lines({
    title: 'Saque de R$ 15.000,00 aguarda sua aprovação',
    detail: 'R$ 9,00 por dia',
  });
  expect(markup).toContain('Saque de R$\u00a015.000,00 aguarda');
  expect(markup).toContain('R$\u00a09,00 por dia');
});
