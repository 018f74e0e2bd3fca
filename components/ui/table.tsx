import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Looks that every table shares; `DataTable` draws its own rows with them. */
export const tableClasses = 'w-full border-separate border-spacing-0';
export const headCellClasses =
  'h-row-head border-b border-line-strong bg-sunken px-cell py-0 text-left text-2xs font-medium whitespace-nowrap text-ink-3';
export const cellClasses =
  'h-row overflow-hidden border-b border-line px-cell py-0 text-ellipsis whitespace-nowrap';

type TableProps = ComponentProps<'table'> & {
  /** Columns make room for their words; else they share the width and shorten them. */
  auto?: boolean;
  /** Without ground and outer lines, for a table in a panel's body. */
  bare?: boolean;
};

/** A small table of facts. Lists are a `DataTable`. */
export function Table({ auto = false, bare = false, className, ...rest }: TableProps) {
  return (
    <table
      data-auto={auto || undefined}
      data-bare={bare || undefined}
      className={cn('group/table', tableClasses, auto ? 'table-auto' : 'table-fixed', className)}
      {...rest}
    />
  );
}

/** The name of a column, above it. */
export function Head({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        headCellClasses,
        'sticky top-0 z-2 group-data-bare/table:static group-data-bare/table:bg-transparent',
        EDGE,
        className,
      )}
      {...rest}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cn(
        'group/row hover:bg-hover data-open:bg-selected group-data-bare/table:hover:bg-transparent',
        className,
      )}
      {...rest}
    />
  );
}

const EDGE = 'group-data-bare/table:first:pl-0 group-data-bare/table:last:pr-0';

type CellProps = ComponentProps<'td'> & {
  /** Stands at the right, digits below digits. */
  number?: boolean;
  /** It names its row. */
  names?: boolean;
};

export function Cell({ number = false, names = false, className, ...rest }: CellProps) {
  const Tag = names ? 'th' : 'td';
  return (
    <Tag
      {...(names ? { scope: 'row' } : {})}
      className={cn(
        cellClasses,
        'max-w-0 font-normal group-data-auto/table:max-w-none group-data-bare/table:group-last/row:border-b-0',
        number ? 'text-right' : 'text-left',
        EDGE,
        className,
      )}
      {...rest}
    />
  );
}
