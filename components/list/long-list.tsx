import { useTranslations } from 'next-intl';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import type { TableProps } from '#components/ui/data-table/table-props.ts';
import type { Cell } from '#components/ui/data-table/table-row.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { HeadActions } from '#components/ui/page.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { List } from '#lib/list/list.ts';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import type { FilterState } from './filters/use-list-filters.ts';
import { ListBar } from './list-panel.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { LongList } from './use-long-list.ts';

type Of<R extends ListRow, S extends ListSums> = LongList<FilterState['filters'], R, S>;
type OfProps<R extends ListRow, S extends ListSums> = { of: Of<R, S>; children?: ReactNode };

/** The frame of a page whose rows scroll below its header and filters. */
export function LongFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col max-wide:h-[calc(100dvh-var(--env)-var(--tab-bar))] max-wide:flex-none">
      {children}
    </div>
  );
}

type PageProps<R extends ListRow, S extends ListSums> = ComponentProps<typeof DrawerLayout> & {
  of: Of<R, S>;
  title: string;
  /** The page's own actions: `tools` share a line with the list's in a narrow header, `actions` do not. */
  tools?: ReactNode;
  actions?: ReactNode;
};

/**
 * A page next to its drawer. Its header has the age of the rows, the number of new ones, saved views, export.
 * New rows load on press, because they must not move the rows that somebody is reading.
 */
export function LongPage<R extends ListRow, S extends ListSums>(props: PageProps<R, S>) {
  const { of, title, tools, actions, children, ...layout } = props;
  const t = useTranslations('list.head');
  const { fresh, refresh, loading, live, newest, asOf } = of.rows;
  return (
    <LongFrame>
      <DrawerLayout {...layout}>
        <PageHead title={title} asOf={live ? (newest?.asOf ?? asOf) : asOf} live={live}>
          <span role="status">
            {fresh !== null && (
              <Button icon="up" title={t('freshTitle')} onClick={refresh.run} disabled={refresh.busy}>
                {fresh === 'some' ? t('freshSome') : t('fresh', { count: fresh })}
              </Button>
            )}
          </span>
          <IconButton
            icon="refresh"
            size="md"
            label={refresh.busy ? t('refreshing') : t('refresh')}
            aria-busy={refresh.busy}
            disabled={refresh.busy || loading}
            onClick={refresh.run}
          />
          <HeadActions>
            {of.tools}
            {tools}
          </HeadActions>
          {actions}
        </PageHead>
        {children}
      </DrawerLayout>
    </LongFrame>
  );
}

type BarProps<R extends ListRow, S extends ListSums> = OfProps<R, S> &
  Omit<ComponentProps<typeof ListBar>, 'panel' | 'rows'>;

/** Filters and column settings, and the errors of filters, rows and export. */
export function LongBar<R extends ListRow, S extends ListSums>({ of, ...bar }: BarProps<R, S>) {
  return (
    <>
      <ListBar panel={of} rows={of.rows} standing={false} {...bar} />
      <ReadingNote pages={of.rows.pages} />
    </>
  );
}

/** The grid, remounted for other filters, or the reason why there are no rows. */
export function LongRows<R extends ListRow, S extends ListSums>({
  of: { rows, filterKey },
  empty,
  children,
}: OfProps<R, S> & { empty: ReactNode }) {
  if (rows.ended && rows.book.size === 0) return empty;
  if (rows.book.size === 0 && !rows.loading) return null;
  return <Fragment key={filterKey}>{children}</Fragment>;
}

type GridProps<R extends ListRow, S extends ListSums> = {
  of: Of<R, S>;
  /** The sheet shown instead of the drawer, where one is open. */
  task: { sheet: ReactNode; leave: () => unknown };
  cell: Cell<R>;
  labels: {
    label: string;
    column: (name: string) => ReactNode;
    nameOf: (row: R) => string;
    /** Renders the sums of a day's rows. */
    day: (sums: S) => ReactNode;
  };
  /** Called with the last visible row, where the page reads more than rows for it. */
  reach?: (lastVisible: number) => void;
  onSearch?: () => void;
  /** The whole page scrolls, not only the grid. */
  flows?: boolean;
};

/** The rows with one open record or task. Single keys work on the page; Escape first closes that. */
export function LongGrid<R extends ListRow, S extends ListSums>(props: GridProps<R, S>) {
  const { of, task, cell, labels, reach, onSearch, flows } = props;
  const { list, rows, names, selection, drawer, order, grid, place } = of;
  const shellKeys = useTranslations('shell.keys');
  const t = useTranslations('list.keys');
  const single = (run: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    run();
  };
  const [next, previous] = [() => grid.current?.step(1), () => grid.current?.step(-1)];
  useShortcut('j', single(next), { label: shellKeys('nextRow') });
  useShortcut('k', single(previous), { label: shellKeys('previousRow') });
  useShortcut(
    'x',
    single(() => grid.current?.toggle()),
    { label: t('toggle') },
  );
  useShortcut('/', single(onSearch ?? nothing), { label: t('search'), enabled: onSearch !== undefined });
  useShortcut('Escape', () => {
    if (task.sheet) task.leave();
    else if (drawer.open !== null) drawer.close();
    else selection.clear();
  });
  return (
    <DataTable
      columns={list.columns}
      names={names}
      labels={labels}
      cell={cell}
      opening={{
        open: task.sheet ? null : drawer.open,
        onOpen: (id) => {
          task.leave();
          drawer.show(id);
        },
      }}
      selection={{ ...selection, nameOf: labels.nameOf }}
      sorting={order}
      place={place}
      window={{ rows: reach === undefined ? rows : { ...rows, reach }, day: labels.day, handle: grid, flows }}
    />
  );
}

type SelectionProps<R extends ListRow> = Pick<
  ComponentProps<typeof SelectionBar<R>>,
  'amountOf' | 'sums' | 'children'
> & { of: Pick<LongList<FilterState['filters'], R, ListSums>, 'selection' | 'rows' | 'exportOf'> };

/** The whole filter can be selected once all read rows are; the export is the last action. */
export function LongSelectionBar<R extends ListRow>({ of, children, ...bar }: SelectionProps<R>) {
  const { selection, rows, exportOf } = of;
  const { ids, whole } = selection;
  return (
    <SelectionBar
      selection={selection}
      filter={{ total: rows.total, more: !rows.ended && ids.size >= rows.book.size }}
      {...bar}
    >
      {children}
      {whole ? exportOf() : exportOf([...ids])}
    </SelectionBar>
  );
}

const nothing = () => undefined;
const UNREAD = {
  book: { size: 0, at: nothing, indexOf: () => -1 },
  days: [],
  count: 0,
  total: null,
  asOf: null,
  ended: false,
  loading: true,
  error: null,
  arrived: new Set<string>(),
  reach: nothing,
};

type SkeletonProps = Pick<TableProps<never>, 'names'> & {
  list: List;
  label: string;
  column: (name: string) => ReactNode;
};

/** Placeholder of a long list while its page is fetched. */
export function LongSkeleton({ list, names, label, column }: SkeletonProps) {
  return (
    <DataTable
      columns={list.columns}
      names={names}
      labels={{ label, column }}
      cell={nothing as never}
      selection={{ ids: UNREAD.arrived, toggle: nothing, add: nothing, clear: nothing, nameOf: String }}
      window={{ rows: UNREAD, day: nothing }}
    />
  );
}
