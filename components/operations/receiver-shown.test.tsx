import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type Operation, receiverOptions } from '#lib/operations/queries.ts';
import { ReceiverShown } from './money-facts.tsx';

const operation = {
  id: 'op_1',
  actor: { id: 'caio', name: 'Caio' },
  may: { approve: true },
} as unknown as Operation;
const RECEIVER = {
  name: 'Metalúrgica Capibaribe',
  document: '11222333000181',
  institution: 'Banco Serra Azul S.A.',
  ispb: '31872495',
  accountType: 'CACC',
  seenAt: '2026-11-19T17:02:11.000Z',
  key: '11222333000181',
  keyType: 'cnpj',
  account: null,
};
const screen = (receiver: object, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<ReceiverShown operation={operation} />, {
    locale,
    known: [{ of: receiverOptions('pix', 'op_1'), data: { receiver: { ...RECEIVER, ...receiver } } }],
  });

test('whom it pays, where, and the key apart from the document, with its copy', () => {
  const { text, markup } = screen({});
  expect(text).toContain('CNPJ 11.222.333/0001-81');
  expect(text).toContain('Banco Serra Azul S.A. ISPB 31872495');
  expect(text).toContain('conta corrente');
  expect(text).toContain('Chave, como Caio pediu');
  expect(text).toContain('CNPJ · vista em qui 19 nov, 14:02');
  expect(markup.match(/11\.222\.333\/0001-81/g)).toHaveLength(2);
  expect(markup, 'what is copied is the key as it is sent').toContain('Copiar 11222333000181');
  const en = screen({}, 'en').text;
  for (const part of ['current account', 'Key, as Caio asked for it', 'seen on']) expect(en).toContain(part);
});

test('what nobody told is absent, and a word of the directory stays as it is written', () => {
  const bare = screen({ ispb: null, accountType: null, seenAt: null, key: 'a@b.example', keyType: null });
  for (const absent of ['ISPB', 'conta corrente', 'vista', 'null']) expect(bare.text).not.toContain(absent);
  expect(bare.text).toContain('a@b.example');
  expect(screen({ accountType: 'VIRTUAL' }).text).toContain('VIRTUAL');
});
