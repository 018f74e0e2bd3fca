// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { QueueFacets } from './queue-panel.tsx';

afterEach(cleanup);

const sum = (count: number) => ({ count, amount: count * 100 });
const sums: DisputeList['sums'] = {
  ...{ open: sum(6), soon: sum(3), overdue: sum(2), unassigned: sum(4), answered: sum(5), closed: sum(1) },
};
const OPEN = { state: 'open', assignee: null, due: null } as const;

test('what is due within a day, what nobody has and what is over are facets: each leaves the rows that it counts', async () => {
  const onChoose = vi.fn();
  const user = userEvent.setup();
  render(placed(<QueueFacets sums={sums} filter={OPEN} onChoose={onChoose} />).element);
  const facet = (name: RegExp) => screen.getByRole('button', { name });
  expect(facet(/^Abertas/).getAttribute('aria-pressed')).toBe('true');
  expect(facet(/^Abertas/).textContent).toContain('2 com prazo vencido');
  await user.click(facet(/^Vencem em 24 h ?3/));
  await user.click(facet(/^Sem responsável ?4/));
  await user.click(facet(/^Fechadas/));
  expect(onChoose.mock.calls.flat()).toEqual([
    { ...OPEN, due: 'soon' },
    { ...OPEN, assignee: 'none' },
    { ...OPEN, state: 'closed' },
  ]);
});

test('only the facet whose rows are shown is pressed', () => {
  render(
    placed(<QueueFacets sums={sums} filter={{ ...OPEN, due: 'soon' }} onChoose={() => undefined} />).element,
  );
  const pressed = screen.getAllByRole('button', { pressed: true });
  expect(pressed.map((one) => one.textContent)).toEqual([expect.stringContaining('Vencem em 24 h')]);
});
