import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { passkeysOptions, profileOptions } from '#lib/profile/queries.ts';
import { teamOptions } from '#lib/team/queries.ts';
import { FirstDayView } from './first-day-view.tsx';

const READ = [
  { of: settingsOptions('pix'), data: { channels: [{ kind: 'inbox', ready: true }] } },
  {
    of: connectionsOptions(),
    data: {
      items: [
        { id: 'a1', slug: 'loja', name: 'Loja', simulator: false, settings: { approvalAbove: 1_000_000 } },
      ],
    },
  },
  { of: profileOptions(), data: { signIn: { totp: false } } },
  { of: passkeysOptions(), data: [] },
];
const view = (team: { id: string; ready: boolean }[] | null) =>
  shown(<FirstDayView />, {
    known: team === null ? READ : [...READ, { of: teamOptions(), data: { items: team } }],
  });

test('U18: the first day calls no step undone before it was read whether it is', () => {
  const { markup, text } = view(null);
  expect(markup).toContain('aria-busy="true"');
  expect(text).not.toMatch(/feito|Convidar pessoas/);
  expect(view([{ id: 'op', ready: false }]).text).toContain('1 feito, 4 restam');
});

test('U18: "only you" is said to who is alone, not beside the simulator’s people', () => {
  expect(view([{ id: 'op', ready: false }]).text).toContain('hoje só você');
  expect(view([{ id: 'op', ready: true }]).text).not.toContain('hoje só você');
  const two = [
    { id: 'op', ready: false },
    { id: 'ana', ready: false },
  ];
  expect(view(two).text).toContain('2 feitos');
});

test('U18: the second person is invited in the page itself, and told what waits for them', () => {
  const { markup, text } = view([{ id: 'op', ready: false }]);
  expect(text).toContain(
    'Dinheiro acima de R$ 10.000,00 espera outra pessoa com Financeiro ou Administração.',
  );
  expect(markup).toMatch(/<input[^>]*type="email"/);
  expect(markup).toMatch(/<option value="finance" selected="">Financeiro/);
  expect(markup).not.toContain('/settings/team?open=invite');
});
