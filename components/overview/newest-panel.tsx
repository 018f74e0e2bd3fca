'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { RECENT_ROWS } from '#lib/overview/queries.ts';

/** `cell` is the class of the column's cells; `bars` how wide the bars are where its values come, in turn. */
type Column = { cell: string; head: string; width?: string; num?: boolean; bars?: readonly string[] };

type Props<Item> = {
  query: UseQueryResult<{ items: readonly Item[] }>;
  title: string;
  caption: string;
  action: ReactNode;
  none: string;
  noneWhy: string;
  /** The first holds the times, newest first. */
  columns: readonly Column[];
  children: (item: Item) => ReactNode;
};

/** The newest few of a list: the whole row is its link's target, and bars keep its room while it is read. */
export function NewestPanel<Item>({ query, title, action, none, noneWhy, children, ...table }: Props<Item>) {
  return (
    <QueryPanel
      query={query}
      title={title}
      action={action}
      padded={false}
      className="overflow-hidden"
      skeleton={
        <Table {...table}>
          <Waiting columns={table.columns} />
        </Table>
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={none}>{noneWhy}</EmptyState>
        ) : (
          <Table {...table}>{items.map(children)}</Table>
        )
      }
    </QueryPanel>
  );
}

type TableProps = { caption: string; columns: readonly Column[]; children: ReactNode };

function Table({ caption, columns, children }: TableProps) {
  return (
    <table className="table recent">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ cell, head, width, num = false }, place) => (
            <ColumnHead
              key={cell}
              num={num}
              {...(width === undefined ? {} : { width })}
              {...(place === 0 ? { sort: 'descending' } : {})}
            >
              {head}
            </ColumnHead>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Waiting({ columns }: { columns: readonly Column[] }) {
  return Array.from({ length: RECENT_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only room
    <tr key={row}>
      {columns.map(({ cell, num, bars = ['5rem'] }) => (
        <td key={cell} className={num ? `${cell} num` : cell}>
          <Skeleton width={bars[row % bars.length] ?? '5rem'} />
        </td>
      ))}
    </tr>
  ));
}
