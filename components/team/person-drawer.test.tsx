import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { latestOptions } from '#lib/audit-log/queries.ts';
import { type Person, personFactorsOptions, personSessionsOptions, type Team } from '#lib/team/queries.ts';
import { PersonDrawer } from './person-drawer.tsx';

const accounts = [
  { slug: 'pix', name: 'Matriz' },
  { slug: 'hub', name: 'Filial' },
];
const LIVIA: Person = {
  id: 'livia',
  name: 'Lívia',
  email: 'livia@casa.example',
  state: 'active',
  ready: false,
  roles: [
    { account: 'pix', role: 'finance' },
    { account: 'hub', role: 'analyst' },
  ],
  secondFactor: ['totp', 'passkey'],
  signOn: 'password',
  lastSeenAt: null,
  invitedAt: null,
  invitedBy: null,
  linkUntil: null,
  openSessions: 0,
};
const FACTORS = {
  keys: [{ name: 'iPhone', createdAt: '2026-03-10T12:00:00.000Z', lastUsedAt: '2026-11-19T11:12:00.000Z' }],
  totp: { confirmedAt: '2026-03-11T12:00:00.000Z', lastUsedAt: null },
  recoveryCodes: { made: 10, left: 7 },
};
const line = { operator: { id: 'livia', name: 'Lívia' }, account: { id: 'a', slug: 'pix', name: 'Matriz' } };
const LATEST = {
  items: [
    {
      ...line,
      id: '12',
      at: '2026-11-19T17:01:20.000Z',
      action: 'withdrawal.key.requested',
      target: 'w',
      targetName: 'saque-1119',
      amount: 1_840_000,
      operation: 'op_1',
      result: 'ok',
    },
    {
      ...line,
      id: '11',
      at: '2026-11-19T16:52:10.000Z',
      action: 'transaction.reveal',
      target: 't',
      targetName: null,
      amount: null,
      operation: null,
      result: 'refused',
    },
  ],
};
const drawer = (over: Partial<Person> = {}, locale: 'pt-BR' | 'en' = 'pt-BR') => {
  const person = { ...LIVIA, ...over };
  const team: Team = { items: [person], accounts };
  const stay = () => undefined;
  return shown(<PersonDrawer person={person} team={team} onShow={stay} onEdit={stay} onClose={stay} />, {
    locale,
    known: [
      { of: personSessionsOptions('livia'), data: [] },
      { of: personFactorsOptions('livia'), data: FACTORS },
      { of: latestOptions('livia'), data: LATEST },
    ],
  });
};

test('a person says where they may approve, by role; who is not in yet, or no more, nowhere', () => {
  expect(drawer().text).toContain('Pode aprovar em Matriz; nunca os próprios pedidos');
  expect(drawer({ roles: [{ account: '*', role: 'admin' }] }).text).toContain('em todas as contas; nunca');
  expect(drawer({ roles: [{ account: 'hub', role: 'analyst' }] }).text).toContain('em nenhuma conta');
  expect(drawer({ state: 'disabled' }).text).toContain('em nenhuma conta');
  expect(drawer({}, 'en').text).toContain('May approve on Matriz; never their own requests');
});

test('a person’s factors stand with their last use, and the codes that are left', () => {
  const { text } = drawer();
  expect(text).toMatch(/iPhone chave de acesso usado .*19/);
  expect(text).toMatch(/Aplicativo de códigos ligado desde .* nunca usado/);
  expect(text).toContain('restam 7 de 10');
  expect(drawer({}, 'en').text).toContain('7 of 10 left');
  expect(drawer({ secondFactor: 'none' }).text).not.toContain('iPhone');
});

test('what a person did, and what was done to them, are a step away in the audit', () => {
  const { markup } = drawer();
  expect(markup).toContain('href="/settings/audit?operator=livia"');
  expect(markup).toContain('href="/settings/audit?target=livia"');
});

test('what a person did last stands there, newest on top, each with the way to its entry', () => {
  const { text, markup } = drawer();
  expect(text).toMatch(/Saque por chave: .* · R\$\s18\.400,00 .*saque-1119 · Matriz .*Revelou .*recusado/);
  expect(markup).toContain('href="/settings/audit?operator=livia&amp;open=12"');
  expect(drawer({}, 'en').text).toMatch(/Last actions .*Revealed a transaction/);
});
