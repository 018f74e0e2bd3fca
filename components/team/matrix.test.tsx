import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Person } from '#lib/team/queries.ts';
import { Matrix } from './matrix.tsx';

const JOANA: Person = {
  id: 'joana',
  name: 'Joana',
  email: 'joana@casa.example',
  state: 'invited',
  ready: false,
  roles: [],
  secondFactor: 'none',
  signOn: 'password',
  lastSeenAt: null,
  openSessions: 0,
  invitedAt: '2026-11-14T12:30:00.000Z',
  invitedBy: 'Renata',
  linkUntil: '2026-11-21T12:30:00.000Z',
};
const stay = () => undefined;
const matrix = (over: Partial<Person> = {}, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(
    <Matrix
      team={{ items: [{ ...JOANA, ...over }], accounts: [{ slug: 'pix', name: 'Matriz' }] }}
      open={null}
      onShow={stay}
      onRenew={stay}
    />,
    { locale },
  );

test('who has not come yet is invited again from their row, also once the link has ended; nobody else is', () => {
  const again = 'aria-label="Reenviar convite: Joana"';
  expect(matrix().markup).toContain(again);
  expect(matrix({}, 'en').markup).toContain('aria-label="Invite again: Joana"');
  const ended = matrix({ linkUntil: null });
  expect(ended.markup).toContain(again);
  expect(ended.text).toContain('o link terminou');
  for (const state of ['active', 'disabled'] as const) expect(matrix({ state }).markup).not.toContain(again);
});
