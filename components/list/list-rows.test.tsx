// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { placed, shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { tableColumns } from '#lib/list/list.ts';
import { ListRows, type RowsProps } from './list-rows.tsx';
import { useRowOpens } from './use-drawer-route.ts';

type Line = { id: string; name: string; amount: number };

const page = (items: Line[], more: { total?: number } = {}) => ({
  items,
  asOf: '2026-11-20T12:00:00Z',
  ...more,
});
const LINES = [
  { id: 'a', name: 'Ana', amount: 100 },
  { id: 'b', name: 'Bia', amount: 300 },
  { id: 'c', name: 'Caio', amount: 200 },
];
const query = (more: Partial<RowsProps<Line>['query']> = {}): RowsProps<Line>['query'] => ({
  data: { pages: [page(LINES, { total: 3 })] },
  error: null,
  refetch: vi.fn(),
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: vi.fn(),
  ...more,
});
const props: Omit<RowsProps<Line>, 'query'> = {
  columns: tableColumns({
    name: { width: 9, grows: true, place: 'who', opens: true },
    amount: { width: 8, number: true, place: 'amount' },
  }),
  labels: { label: 'Linhas', loading: 'Lendo', column: (name) => name },
  cell: ({ row, column }) => String(row[column as 'name']),
  empty: 'Nada aqui',
  chooses: {
    of: '',
    nameOf: ({ name }) => name,
    amountOf: ({ amount }) => ({ cents: amount, direction: 'still' }),
    actions: (ids) => <i>{ids === undefined ? 'o filtro' : ids.join(' ')}</i>,
  },
};
const sorts = { list: { sort: ['amount'] }, keyOf: ({ amount }: Line) => amount };

const drawn = (more: Partial<RowsProps<Line>> = {}, search = '') => {
  const onOpen = vi.fn();
  const List = () => {
    useRowOpens();
    return (
      <main>
        <ListRows {...props} query={query()} opening={{ open: null, onOpen }} {...more} />
      </main>
    );
  };
  render(placed(<List />, { search }).element);
  return onOpen;
};
const bar = () => screen.queryByRole('region', { name: 'Seleção' });

afterEach(cleanup);

test('j and k go through the rows, Enter opens, x chooses, Esc lets go', async () => {
  const user = userEvent.setup();
  const onOpen = drawn();
  await user.keyboard('jjk');
  expect(document.activeElement?.textContent).toBe('Ana');
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('a');
  await user.keyboard('xjx');
  expect(bar()?.textContent).toContain('2 selecionadas');
  expect(within(bar() as HTMLElement).getByRole('status').textContent).toContain('4,00');
  expect(screen.getByText('a b').localName).toBe('i');
  await user.keyboard('{Escape}');
  expect(bar()).toBeNull();
});

test('once all that was read is chosen, the whole filter can be', async () => {
  const user = userEvent.setup();
  drawn({ query: query({ hasNextPage: true, data: { pages: [page(LINES, { total: 12_000 })] } }) });
  await user.click(screen.getByRole('checkbox', { name: 'Selecionar as linhas lidas' }));
  await user.click(screen.getByRole('button', { name: 'Selecionar todas do filtro (12.000)' }));
  expect(bar()?.textContent).toContain('Todas do filtro: 12.000');
  expect(screen.getByText('o filtro').localName).toBe('i');
});

test('rows stand as the address says once all of them were read; before, the head says so', () => {
  const amounts = () =>
    [...document.querySelectorAll('td[data-place=amount]')].map((cell) => cell.textContent);
  drawn({ sorts }, '?sort=amount&order=asc');
  expect(amounts()).toEqual(['100', '200', '300']);
  expect(screen.getByRole('button', { name: 'amount' })).toBeTruthy();
  cleanup();
  drawn({ sorts });
  expect(amounts(), 'the usual order is the one they came in').toEqual(['100', '300', '200']);
  cleanup();
  drawn({ sorts, query: query({ hasNextPage: true }) }, '?sort=amount&order=asc');
  expect(amounts()).toEqual(['100', '300', '200']);
  expect(screen.queryByRole('button', { name: /^amount/ })).toBeNull();
  expect(screen.getByRole('columnheader', { name: /^amount/ }).title).toMatch(/^Ordena quando/);
});

test('rows in the order of the service stand by another column once its head is pressed, and pressed again', async () => {
  const user = userEvent.setup();
  const amounts = () =>
    [...document.querySelectorAll('td[data-place=amount]')].map((cell) => cell.textContent);
  drawn({ sorts: { list: { sort: ['name', 'amount'] }, keyOf: (row, column) => row[column as 'name'] } });
  expect(amounts()).toEqual(['100', '300', '200']);
  for (const sorted of [
    ['300', '200', '100'],
    ['100', '200', '300'],
  ]) {
    await user.click(screen.getByRole('button', { name: 'amount' }));
    expect(amounts()).toEqual(sorted);
  }
});

test('a list without rows says why; one that could not be read says that, above the rows there are', () => {
  const list = (more: Partial<RowsProps<Line>['query']>) =>
    shown(<ListRows {...props} query={query(more)} />).text;
  expect(list({ data: { pages: [page([])] } })).toContain('Nada aqui');
  const error = new CallError({ code: 'provider_unavailable', title: 'Fora do ar', status: 503 } as never);
  const without = list({ error, data: undefined });
  expect(without).not.toContain('Nada aqui');
  expect(without).not.toContain('Lendo');
  expect(list({ error })).toMatch(/Ana.*Bia/);
  expect(list({ error }).length).toBeGreaterThan(list({}).length);
});

test('the next page is asked for by a press, and how many of how many are there', () => {
  const fetchNextPage = vi.fn();
  drawn({ query: query({ hasNextPage: true, fetchNextPage, data: { pages: [page(LINES, { total: 9 })] } }) });
  expect(screen.getByText('3 de 9')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
});
