import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** Classes that all tables share; `DataTable` uses them for its own rows. */
export const tableClasses = 'w-full border-separate border-spacing-0';
export const headCellClasses =
  'h-row-head border-b border-line-strong bg-sunken px-cell py-0 text-left text-2xs font-medium whitespace-nowrap text-ink-3';
export const cellClasses =
  'h-row overflow-hidden border-b border-line px-cell py-0 text-ellipsis whitespace-nowrap';

/** `bare`: without background and outer lines, for a table inside a panel's body. */
type TableProps = ComponentProps<'table'> & { bare?: boolean };

/** A small table of facts, its columns as wide as their text. Lists use `DataTable`. */
export function Table({ bare = false, className, ...rest }: TableProps) {
  return (
    <table
      data-bare={bare || undefined}
      className={cn('group/table', tableClasses, 'table-auto', className)}
      {...rest}
    />
  );
}

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

const ROW = 'group/row hover:bg-hover data-open:bg-selected group-data-bare/table:hover:bg-transparent';

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={cn(ROW, className)} {...rest} />;
}

const EDGE = 'group-data-bare/table:first:pl-0 group-data-bare/table:last:pr-0';

type CellProps = ComponentProps<'td'> & {
  /** Right-aligned, so that digits line up. */
  number?: boolean;
  /** The cell is its row's header. */
  names?: boolean;
};

export function Cell({ number = false, names = false, className, ...rest }: CellProps) {
  const Tag = names ? 'th' : 'td';
  return (
    <Tag
      {...(names ? { scope: 'row' } : {})}
      className={cn(
        cellClasses,
        'font-normal group-data-bare/table:group-last/row:border-b-0',
        number ? 'text-right' : 'text-left',
        EDGE,
        className,
      )}
      {...rest}
    />
  );
}

const figureTable = cva(
  [
    'w-full border-collapse',
    '[&_:is(th,td)]:h-6.5 [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:text-left [&_:is(th,td)]:font-normal [&_:is(th,td)]:whitespace-nowrap',
    '[&_:is(th,td)]:p-0 [&_:is(th,td):not(:first-child)]:pl-3 @max-[28rem]/room:[&_:is(th,td):not(:first-child)]:pl-2',
    '[&_tbody_[scope=row]]:whitespace-normal [&_tbody_tr:last-child>*]:border-b-0',
    '[&_thead_:is(th,td)]:text-[0.6875rem] [&_thead_:is(th,td)]:text-ink-3',
    '[&_.num]:text-right',
  ],
  {
    variants: {
      variant: {
        plain: '',
        /** The second column is a bar that takes the width the names do not need. */
        bars: '[&_.num]:min-w-14 [&_:is(th,td):nth-child(2)]:w-full @min-[28rem]/room:[&_tbody_[scope=row]]:whitespace-nowrap',
        /** Where it is narrow each row has two lines: its name, then its figures. */
        folded: [
          'two-lines:block two-lines:[&_tbody]:block two-lines:[&_thead]:sr-only',
          'two-lines:[&_tbody_tr]:flex two-lines:[&_tbody_tr]:flex-wrap two-lines:[&_tbody_tr]:justify-between two-lines:[&_tbody_tr]:gap-x-3 two-lines:[&_tbody_tr]:py-1.5',
          'two-lines:[&_tbody_tr:not(:last-child)]:border-b two-lines:[&_tbody_tr]:border-line',
          'two-lines:[&_tbody_tr>:is(th,td)]:h-auto two-lines:[&_tbody_tr>:is(th,td)]:border-0 two-lines:[&_tbody_tr>:is(th,td):nth-child(n)]:p-0 two-lines:[&_tbody_tr>:is(th,td)]:whitespace-normal',
          'two-lines:[&_tbody_tr>th]:flex-[1_1_100%] two-lines:[&_tbody_tr>th:nth-child(n)]:font-medium',
        ],
      },
    },
    defaultVariants: { variant: 'plain' },
  },
);

/** A link that its whole row of figures follows; the row is `relative`. */
export const ROW_LINK = 'text-inherit no-underline after:absolute after:inset-0 hover:underline';

type FigureProps = VariantProps<typeof figureTable> & { children: ReactNode };

/** A few figures with their names. Nothing is truncated: figures get the width they need and names wrap. */
export function FigureTable({ variant, children }: FigureProps) {
  return <table className={figureTable({ variant })}>{children}</table>;
}

/** Sums side by side, each with its name above and a note below. */
export function SumStrip({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))]">{children}</dl>;
}

type SumProps = { label: ReactNode; value: ReactNode; note: ReactNode; noteClassName?: string };

export function Sum({ label, value, note, noteClassName = '' }: SumProps) {
  return (
    <div className="-mr-px -mb-px border-r border-b border-line px-3 py-2.5">
      <dt className="cap">{label}</dt>
      <dd className="text-lg/[1.625rem]">{value}</dd>
      <dd className={`text-xs text-ink-3 ${noteClassName}`}>{note}</dd>
    </div>
  );
}

/** Classes of the text that opens a row: 24 px to press (WCAG 2.5.8) without a taller row. */
export const ROW_OPEN =
  'row-open -my-0.75 inline-block max-w-full truncate py-0.75 text-left align-top font-medium text-ink hover:underline focus-visible:-outline-offset-2';
