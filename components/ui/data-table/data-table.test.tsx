// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { createRef, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { tableColumns } from '#lib/list/list.ts';
import { DataTable } from './data-table.tsx';
import type { TableProps, Windowed } from './table-props.ts';
import type { GridHandle } from './use-cursor.ts';

type Line = { id: string; name: string; amount: number | null };

const COLUMNS = tableColumns({
  name: { width: 9, grows: true, place: 'who', opens: true },
  note: { width: 12, place: 'note' },
  bare: { width: 20 },
  amount: { width: 8, number: true, place: 'amount' },
});
const LINES: Line[] = [
  { id: 'a', name: 'Ana', amount: 300 },
  { id: 'b', name: 'Bia', amount: null },
  { id: 'c', name: 'Caio', amount: 100 },
  { id: 'd', name: 'Davi', amount: 200 },
];
const keyOf = (row: Line) => row.amount;
const table: TableProps<Line> = {
  columns: COLUMNS,
  labels: { label: 'Linhas', loading: 'Lendo as linhas', column: (name) => name },
  cell: ({ row, column }) => String(row[column as 'name'] ?? '–'),
};

const drawn = (node: ReactNode) =>
  render(
    <NextIntlClientProvider locale="pt-BR" timeZone="America/Sao_Paulo" messages={MESSAGES['pt-BR']}>
      <main>{node}</main>
    </NextIntlClientProvider>,
  );
const rowOf = (index: number) =>
  document.querySelector<HTMLElement>(`tr[data-index="${index}"]`) as HTMLElement;
const names = () =>
  [...document.querySelectorAll('tr[data-index]')].map((row) => row.getAttribute('data-id'));

beforeEach(() => {
  // Nothing is laid out here: each box is a screen of 21 rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('rows open by their words, by a press of the row, and are gone through by the arrows', async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  drawn(<DataTable {...table} rows={LINES} opening={{ open: 'c', onOpen }} />);
  expect(screen.getByRole('button', { name: 'Caio' }).getAttribute('aria-expanded')).toBe('true');
  screen.getByRole('button', { name: 'Ana' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Caio');
  await user.keyboard('{Home}{Enter}');
  expect(onOpen.mock.lastCall).toEqual(['a']);
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toBe('Davi');
  await user.click(rowOf(1).children[2] as HTMLElement);
  expect(onOpen.mock.lastCall).toEqual(['b']);
});

test('each row that leads to a page is a link', () => {
  drawn(
    <DataTable {...table} rows={LINES} opening={{ href: ({ id }) => `/of/${id}`, title: ({ id }) => id }} />,
  );
  const link = screen.getByRole('link', { name: 'Bia' });
  expect([link.getAttribute('href'), link.title]).toEqual(['/of/b', 'b']);
});

function Choosing({ opening }: Pick<TableProps<Line>, 'opening'>) {
  const [chosen, choose] = useState<readonly string[]>([]);
  const add = (rows: Iterable<Line>) => choose((before) => [...before, ...[...rows].map(({ id }) => id)]);
  const toggle = ({ id }: Line) =>
    choose((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const clear = () => choose([]);
  return (
    <DataTable
      {...table}
      rows={LINES}
      opening={opening}
      selection={{ ids: new Set(chosen), toggle, add, clear, nameOf: ({ name }) => name }}
    />
  );
}

test('rows are chosen one by one, up to one with Shift, and all; a box opens nothing', async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  drawn(<Choosing opening={{ open: null, onOpen }} />);
  const chosen = () =>
    [...document.querySelectorAll('tr[data-selected]')].map((row) => row.getAttribute('data-id'));
  await user.click(screen.getByRole('checkbox', { name: 'Selecionar Bia' }));
  expect(chosen()).toEqual(['b']);
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Selecionar Davi' }));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual(['b', 'c', 'd']);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Selecionar as linhas lidas' });
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await user.click(all);
  expect(chosen()).toEqual(['a', 'b', 'c', 'd']);
  await user.click(all);
  expect(chosen()).toEqual([]);
  expect(onOpen).not.toHaveBeenCalled();
});

test('a press of a head asks for its order; rows stand by their key, those without one last', async () => {
  const user = userEvent.setup();
  const onSort = vi.fn();
  const sorted = (falling: boolean) => (
    <DataTable
      {...table}
      rows={LINES}
      sorting={{ by: { by: 'amount', falling }, columns: ['amount'], onSort, keyOf }}
    />
  );
  drawn(sorted(true));
  expect(names()).toEqual(['a', 'd', 'c', 'b']);
  const head = screen.getByRole('columnheader', { name: 'amount' });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  await user.click(within(head).getByRole('button'));
  expect(onSort).toHaveBeenCalledExactlyOnceWith('amount');
  cleanup();
  drawn(sorted(false));
  expect(names()).toEqual(['c', 'd', 'a', 'b']);
  expect(screen.getByRole('columnheader', { name: 'amount' }).getAttribute('aria-sort')).toBe('ascending');
});

test('while rows are unread a head says that it sorts later, and has no button', () => {
  drawn(
    <DataTable
      {...table}
      rows={LINES}
      sorting={{ by: { by: 'name', falling: true }, columns: ['amount'], later: true }}
    />,
  );
  const head = screen.getByRole('columnheader', { name: 'amount' });
  expect(head.title).toMatch(/^Ordena quando/);
  expect(within(head).queryByRole('button')).toBeNull();
});

test('columns that a list has no room for go by their priority, places stay', () => {
  drawn(<DataTable {...table} rows={LINES} />);
  const goes = (name: string) =>
    /@max-\[(\d+)rem\]\/table:hidden/.exec(screen.getByRole('columnheader', { name }).className)?.[1];
  expect(['name', 'note', 'bare', 'amount'].map(goes)).toEqual([undefined, undefined, '50', undefined]);
  expect(rowOf(0).children[2]?.className).toContain('@max-[50rem]/table:hidden');
});

test('while it is read the heads are real and bars stand below', () => {
  drawn(<DataTable {...table} rows={undefined} waiting={3} />);
  const waiting = screen.getByRole('table', { name: 'Lendo as linhas' });
  expect(waiting.getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  expect(waiting.querySelectorAll('tbody tr')).toHaveLength(3);
});

test('the cell under the pointer has a copy button, Ctrl+C gives the same; the row stays shut', async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  drawn(<DataTable {...table} rows={LINES} opening={{ open: null, onOpen }} />);
  fireEvent.pointerOver(within(rowOf(2)).getByText('Caio'));
  fireEvent.click(screen.getByRole('button', { name: 'Copiar c' }));
  expect(write.mock.lastCall).toEqual(['c']);
  fireEvent.pointerOver(within(rowOf(0)).getByText('Ana'));
  expect(screen.queryByRole('button', { name: 'Copiar c' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Copiar 3,00' }));
  expect(write.mock.lastCall).toEqual(['3,00']);
  screen.getByRole('button', { name: 'Davi' }).focus();
  await user.keyboard('{Control>}c{/Control}');
  expect(write.mock.lastCall).toEqual(['d']);
  expect(onOpen).not.toHaveBeenCalled();
});

const COUNT = 100_000;
const READ = 120;
const reached: number[] = [];
const windowed = (
  more: Partial<Windowed<Line, { count: number }>['rows']> = {},
): Windowed<Line, { count: number }> => ({
  rows: {
    book: {
      size: READ,
      at: (index) =>
        index < READ ? { id: `row-${index}`, name: `Nome ${index}`, amount: index } : undefined,
      indexOf: (id) => Number(id.slice(4)),
    },
    days: [
      { day: '2026-11-20', index: 0, sums: { count: 10 } },
      { day: '2026-11-19', index: 10, sums: null },
    ],
    count: COUNT,
    total: COUNT,
    asOf: '2026-11-20T12:00:00Z',
    ended: false,
    loading: false,
    error: null,
    arrived: new Set(['row-1']),
    reach: (last) => reached.push(last),
    ...more,
  },
  day: ({ count }) => `${count} linhas`,
});
const NOTHING_CHOSEN = {
  ids: new Set<string>(),
  add: vi.fn<(rows: Iterable<Line>) => void>(),
  clear: vi.fn(),
  nameOf: ({ name }: Line) => name,
};

test('of 100,000 rows a screen is drawn, each day below its line; the rest is room', () => {
  drawn(<DataTable {...table} window={windowed()} />);
  const grid = screen.getByRole('grid', { name: 'Linhas' });
  expect(grid.getAttribute('aria-rowcount')).toBe(String(COUNT + 2 + 1));
  const rows = grid.querySelectorAll('tr[data-index]');
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThan(60);
  expect(
    [...grid.querySelectorAll('tr[data-day]')].map((line) => line.getAttribute('aria-rowindex')),
  ).toEqual(['2', '13']);
  expect([0, 9, 10].map((index) => rowOf(index).getAttribute('aria-rowindex'))).toEqual(['3', '12', '14']);
  expect(grid.querySelector('tr[data-day]')?.textContent).toContain('10 linhas');
  expect(rowOf(1).dataset.arrived).toBe('true');
  expect(reached.at(-1)).toBeGreaterThan(18);
});

test('the keyboard goes through a grid: arrows, pages, ends, open and choose; the focus follows', async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  const toggle = vi.fn();
  const handle = createRef<GridHandle>() as { current: GridHandle | null };
  drawn(
    <DataTable
      {...table}
      window={{ ...windowed(), handle }}
      opening={{ open: null, onOpen }}
      selection={{ ...NOTHING_CHOSEN, toggle }}
    />,
  );
  const focused = () => Number((document.activeElement as HTMLElement).dataset.index);
  rowOf(0).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(focused()).toBe(1);
  expect(rowOf(1).tabIndex).toBe(0);
  expect(rowOf(0).tabIndex).toBe(-1);
  await user.keyboard('{PageDown}');
  expect(focused()).toBe(20);
  await user.keyboard('{End}');
  expect(focused()).toBe(COUNT - 1);
  expect(rowOf(COUNT - 1).dataset.unread).toBe('true');
  await user.keyboard('{Home}{Enter}');
  expect(onOpen.mock.lastCall).toEqual(['row-0']);
  await user.keyboard(' ');
  expect(toggle.mock.lastCall?.[0]).toMatchObject({ id: 'row-0' });
  act(() => handle.current?.step(3));
  expect(focused()).toBe(3);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect([...(NOTHING_CHOSEN.add.mock.lastCall?.[0] ?? [])].map(({ id }) => id)).toEqual([
    'row-0',
    'row-1',
    'row-2',
    'row-3',
    'row-4',
  ]);
});

test('before anything was read a grid says that it waits; where the screen is ahead, how far was read', () => {
  const { unmount } = drawn(
    <DataTable {...table} window={windowed({ loading: true, count: 0, days: [] })} />,
  );
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
  unmount();
  const none = { size: 0, at: () => undefined, indexOf: () => -1 };
  drawn(<DataTable {...table} window={windowed({ book: none, days: [] })} />);
  expect(screen.getByText('Lendo 0 de 100.000')).toBeTruthy();
});

test('on paper all that was read stands in flow, with how many of how many, and no answer changes it', () => {
  const view = drawn(<DataTable {...table} window={windowed()} />);
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(document.querySelectorAll('tr[data-index]')).toHaveLength(READ);
  expect(document.querySelectorAll('tr[aria-hidden]')).toHaveLength(0);
  expect(screen.getByText('120 de 100.000')).toBeTruthy();
  view.rerender(
    <NextIntlClientProvider locale="pt-BR" timeZone="America/Sao_Paulo" messages={MESSAGES['pt-BR']}>
      <main>
        <DataTable {...table} window={windowed({ total: 7 })} />
      </main>
    </NextIntlClientProvider>,
  );
  expect(screen.getByText('120 de 100.000')).toBeTruthy();
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(document.querySelectorAll('tr[data-index]').length).toBeLessThan(60);
});
