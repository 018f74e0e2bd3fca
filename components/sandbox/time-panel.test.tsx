import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { TimePanel } from './sandbox-page.tsx';

const state = { now: '2026-11-20T12:41:00.000Z', speed: 60, account: { dialect: 'plain' } } as SimulatorState;
const text = (deadlines: (string | null)[], locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<TimePanel account="pix" state={state} />, {
    locale,
    account: { capabilities: ['disputes', 'simulator'] },
    known: [{ of: firstDueOptions('pix'), data: { items: deadlines.map((deadline) => ({ deadline })) } }],
  }).text;

test('sandbox: time goes on to six hours before a deadline that is further away', () => {
  const due = ['2026-11-20T14:00:00.000Z', '2026-11-22T12:00:00.000Z'];
  expect(text(due)).toContain('6 h antes do prazo');
  expect(text(due, 'en')).toContain('6 h before the deadline');
});

test('sandbox: time never goes back: without such a deadline there is no such button', () => {
  expect(text(['2026-11-20T18:41:00.000Z', null])).not.toContain('antes do prazo');
  expect(text([])).not.toContain('antes do prazo');
});
