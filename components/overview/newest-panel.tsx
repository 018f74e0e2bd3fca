'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import type { TableProps } from '#components/ui/data-table/table-props.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Column, tableColumns } from '#lib/list/list.ts';
import { RECENT_ROWS } from '#lib/overview/queries.ts';

type Props<R extends { id: string }> = Omit<TableProps<R>, 'words' | 'columns'> & {
  query: UseQueryResult<{ items: readonly R[] }>;
  title: string;
  caption: string;
  action: ReactNode;
  none: string;
  noneWhy: string;
  /** Labels of the columns. */
  heads: { readonly [name: string]: string };
  widths?: { readonly [name: string]: Partial<Column> };
};

const COLUMNS = tableColumns({
  time: { width: 9.5, place: 'time' },
  state: { width: 9, place: 'state' },
  who: { width: 0, grows: true, place: 'who', opens: true },
  aside: { width: 9, under: 50 },
  amount: { width: 9, number: true, place: 'amount' },
});
const NEWEST_FIRST = { by: { by: 'time', falling: true }, columns: [] };

/** The newest rows of a list in five columns; `aside` names the fourth. Placeholder rows while it loads. */
export function NewestPanel<R extends { id: string }>(props: Props<R>) {
  const { query, title, caption, action, none, noneWhy, heads, widths = {}, ...rest } = props;
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, column]) => [name, { ...column, ...widths[name] }]),
  );
  const words = { label: caption, loading: caption, column: (name: string) => heads[name] };
  const table = { ...rest, columns, words, sorting: NEWEST_FIRST };
  return (
    <QueryPanel
      query={query}
      title={title}
      action={action}
      padded={false}
      className="overflow-hidden"
      skeleton={<DataTable rows={undefined} waiting={RECENT_ROWS} {...table} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={none}>{noneWhy}</EmptyState>
        ) : (
          <DataTable rows={items} {...table} />
        )
      }
    </QueryPanel>
  );
}
