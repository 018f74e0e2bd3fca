// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { tableColumns } from '#lib/list/list.ts';
import { rowQueries } from '#lib/list/row-queries.ts';
import { useRows } from './use-rows.ts';

type Line = { id: string; at: number };
type PageRequest = { limit: number; cursor?: string };

/** More than are read to their end without being scrolled to. */
const TOTAL = 3_000;
const COLUMNS = tableColumns({ who: { width: 9, grows: true, place: 'who' } });
const cell = ({ row }: { row: Line }) => row.id;
const nothing = () => undefined;

/** Pages of a service by cursor, newest first. */
function service() {
  const requests: PageRequest[] = [];
  const fetch = async (_: string, { limit, cursor = '0' }: PageRequest) => {
    requests.push(cursor === '0' ? { limit } : { limit, cursor });
    const from = Number(cursor);
    const to = Math.min(from + limit, TOTAL);
    const rows = Array.from(
      { length: to - from },
      (_, place): Line => ({ id: `row-${from + place}`, at: -from - place }),
    );
    return {
      rows,
      runs: [{ day: '2026-11-20', sums: { count: rows.length } }],
      nextCursor: to < TOTAL ? String(to) : null,
      total: TOTAL,
      asOf: '2026-11-20T12:00:00Z',
    };
  };
  return { requests, fetch };
}

function List({ queries, flows }: { queries: ReturnType<typeof queriesOf>; flows: boolean }) {
  const rows = useRows({
    queries,
    account: 'pix',
    filters: {},
    sort: null,
    keyOf: () => null,
    onRefreshed: nothing,
  });
  const table = (
    <DataTable
      columns={COLUMNS}
      labels={{ label: 'Linhas', loading: 'Lendo', column: (name) => name }}
      cell={cell}
      opening={{ open: null, onOpen: nothing }}
      window={{ rows, day: () => null, flows }}
    />
  );
  return flows ? <div data-region="page">{table}</div> : table;
}
const queriesOf = (fetch: ReturnType<typeof service>['fetch'], renews: boolean) =>
  rowQueries<object, Line, { count: number }>({
    key: 'lines',
    fetch,
    packed: (page) => page,
    ...(renews ? { renews: () => 60_000 } : {}),
  });

beforeEach(() => {
  // Nothing is laid out here: each box is a screen of 21 rows, and it scrolls as far as the test requests.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1_000_000);
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function (this: HTMLElement, to?: unknown) {
    this.scrollTop = (to as { top: number }).top;
    this.dispatchEvent(new Event('scroll'));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  { flows: false, renews: false },
  { flows: true, renews: true },
])(
  'rows that are not read ask for their page when they are reached, in a page that scrolls: $flows',
  async ({ flows, renews }) => {
    const user = userEvent.setup();
    const { requests, fetch } = service();
    const { element, client } = placed(<List queries={queriesOf(fetch, renews)} flows={flows} />);
    render(element);
    await screen.findByText('row-0');
    expect(requests[0]).toEqual({ limit: 100 });
    await act(async () => (document.querySelector('tr[data-index="0"]') as HTMLElement).focus());
    await user.keyboard('{End}');
    const last = document.activeElement as HTMLElement;
    expect([last.dataset.index, last.dataset.unread]).toEqual([String(TOTAL - 1), 'true']);
    await screen.findByText(`row-${TOTAL - 1}`);
    expect(last.dataset.unread).toBeUndefined();
    expect(document.activeElement).toBe(last);
    // Far below what was read, pages are bigger.
    expect(requests.slice(1, 3)).toEqual([
      { limit: 500, cursor: '100' },
      { limit: 500, cursor: '600' },
    ]);
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toContain('row-0');
    client.clear();
  },
);

type StateRow = Line & { state: string };

/** A list whose rows show their state, with how many came since and whether it is live. */
function Watched({
  queries,
}: {
  queries: ReturnType<typeof rowQueries<object, StateRow, { count: number }>>;
}) {
  const { book, fresh, live } = useRows({
    ...{ queries, account: 'pix', filters: NO_FILTER, sort: null, keyOf: () => null, onRefreshed: nothing },
  });
  const rows = Array.from({ length: book.size }, (_, index) => book.at(index));
  return <p>{`${rows.map((row) => `${row?.id} ${row?.state}`).join(', ')} | ${fresh} | ${live}`}</p>;
}
const NO_FILTER = {};

test('U7: of rows that wait new ones are counted and move nothing, while what changed is shown', async () => {
  const line = (id: number, state: string): StateRow => ({ id: `row-${id}`, at: id, state });
  let rows = [line(2, 'pendente'), line(1, 'paga')];
  let reads = 0;
  const queries = rowQueries<object, StateRow, { count: number }>({
    key: 'lines',
    fetch: async () => {
      reads += 1;
      const asOf = `2026-11-20T12:00:0${reads}Z`;
      return { rows, runs: [], nextCursor: null, total: rows.length, asOf };
    },
    packed: (page) => page,
  });
  const { element, client } = placed(<Watched queries={queries} />);
  render(element);
  await screen.findByText('row-2 pendente, row-1 paga | null | true');
  const refresh = () =>
    act(() => client.refetchQueries({ queryKey: queries.newest('pix', NO_FILTER).queryKey }));
  rows = [line(2, 'paga'), line(1, 'paga')];
  await refresh();
  await screen.findByText('row-2 paga, row-1 paga | null | true');
  rows = [line(4, 'paga'), line(3, 'paga'), line(2, 'devolvida'), line(1, 'paga')];
  await refresh();
  await screen.findByText('row-2 paga, row-1 paga | 2 | true');
  client.clear();
});
