import { expect, test } from 'vitest';
import { shown } from '#components/shell/testing/shown.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { passkeysOptions, profileOptions } from '#lib/profile/queries.ts';
import { teamOptions } from '#lib/team/queries.ts';
import { FirstDayView } from './first-day-view.tsx';

const READ = [
  { of: settingsOptions('pix'), data: { channels: [{ kind: 'inbox', ready: true }] } },
  { of: connectionsOptions(), data: { items: [{ id: 'a1', slug: 'loja', name: 'Loja', simulator: false }] } },
  { of: profileOptions(), data: { signIn: { totp: false } } },
  { of: passkeysOptions(), data: [] },
];
const view = (team: { id: string; ready: boolean }[] | null) =>
  shown(<FirstDayView />, {
    known: team === null ? READ : [...READ, { of: teamOptions(), data: { items: team } }],
  });

test('U18: the first day calls no step undone before it was read whether it is', () => {
  const { markup, words } = view(null);
  expect(markup).toContain('aria-busy="true"');
  expect(words).not.toMatch(/feito|Convidar pessoas/);
  expect(view([{ id: 'op', ready: false }]).words).toContain('1 feito, 4 restam');
});

test('U18: "only you" is said to who is alone, not beside the simulator’s people', () => {
  expect(view([{ id: 'op', ready: false }]).words).toContain('hoje só você');
  expect(view([{ id: 'op', ready: true }]).words).not.toContain('hoje só você');
  const two = [
    { id: 'op', ready: false },
    { id: 'ana', ready: false },
  ];
  expect(view(two).words).toContain('2 feitos');
});
