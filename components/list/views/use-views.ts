import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { sanitize } from '#components/ui/data-table/columns.ts';
import { storedText, storeText } from '#components/ui/storage.ts';
import type { List } from '#lib/list/list.ts';
import { parseAsText } from '#lib/list/parsers.ts';
import { fromViewFilters, sameFilters, savableFilters } from '#lib/list/view-filters.ts';
import type { SavedView, ViewPage } from '#lib/views/contract.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import type { FilterState } from '../filters/use-list-filters.ts';
import type { ShownColumns } from '../use-columns.ts';

/** A view of a list; built-in views, which every account has, have no owner. */
export type View = Pick<SavedView, 'id' | 'name' | 'filters' | 'columns'> &
  Partial<Pick<SavedView, 'mine' | 'shared' | 'owner' | 'mayChange'>>;
export type ViewsOf = {
  list: List;
  state: FilterState;
  columns: ShownColumns;
  /** ISO instant of the rows on screen. */
  now: string | null;
  /** Filters that the provider supports; absent: all. Built-in views with others are hidden. */
  takes?: ReadonlySet<string> | undefined;
};

export type ViewTask =
  | { do: 'save' }
  | { do: 'rename' | 'update' | 'share' | 'unshare' | 'delete'; view: SavedView };

const NO_VIEWS: SavedView[] = [];
const viewParser = parseAsText(64, 8);

export const useViewInAddress = () => useQueryState('view', viewParser);

/** The saved views of a list. The URL's filters decide what is shown; a view only sets them. */
export function useViews({ list, state, columns: shown, now, takes }: ViewsOf) {
  const { names: columns, choose: showColumns, nameOf: columnName } = shown;
  const page = list.name as ViewPage;
  const account = placeOf(page, useSession().account.slug);
  const { data = NO_VIEWS, error, refetch } = useQuery(viewsOptions(account, page));
  const builtIn = useBuiltInViews(list, takes);
  const [id, setId] = useViewInAddress();
  const today = useToday(now);
  const chosen: View | null = [...data, ...builtIn].find((view) => view.id === id) ?? null;
  const { set, clear } = state;
  const filters = useMemo(() => savableFilters(list, state.filters), [list, state.filters]);
  const storageKey = `guiche.${page}.view.${account}`;
  const show = useCallback(
    (view: View) => {
      storeText(storageKey, view.id);
      showColumns(sanitize(list, view.columns));
    },
    [list, storageKey, showColumns],
  );
  const choose = useCallback(
    (view: View) => {
      set(fromViewFilters(list, view.filters, today));
      setId(view.id, { history: 'push' });
      show(view);
    },
    [list, set, setId, show, today],
  );
  const leave = () => {
    clear();
    setId(null, { history: 'push' });
    storeText(storageKey, '');
  };
  const changed = useMemo(() => {
    if (chosen === null) return false;
    const viewFilters = fromViewFilters(list, chosen.filters, today);
    return !sameFilters(filters, viewFilters) || sanitize(list, chosen.columns).join() !== columns.join();
  }, [list, chosen, filters, columns, today]);
  return {
    page,
    mine: useMemo(() => data.filter((view) => view.mine), [data]),
    others: useMemo(() => data.filter((view) => !view.mine), [data]),
    builtIn,
    error,
    retry: () => void refetch(),
    /** The view named in the URL; null where none is, or it was deleted or belongs to somebody else. */
    chosen,
    /** The screen differs from the chosen view. */
    changed,
    choose,
    leave,
    /** Filters and columns on screen, and the São Paulo day that relative periods start from. */
    present: { ...state, filters, columns, today },
    columnName,
    /** Shows a view's columns, unless this browser already did; without browser storage, at every visit. */
    showFirst: useCallback(
      (view: View) => storedText(storageKey) !== view.id && show(view),
      [storageKey, show],
    ),
  };
}

export type Views = ReturnType<typeof useViews>;

/** The built-in views of the list definition, with the initial columns. */
function useBuiltInViews(list: List, takes: ViewsOf['takes']): readonly View[] {
  const t = useTranslations('views.of');
  return useMemo(
    () =>
      Object.entries(list.views)
        .filter(([, filters]) => Object.keys(filters).every((name) => isTaken(name, takes)))
        .map(([id, filters]) => ({
          id: `given-${id}`,
          name: t(`${list.name}.${id}` as 'transactions.failedYesterday'),
          filters,
          columns: [...sanitize(list, null)],
        })),
    [list, takes, t],
  );
}

const isTaken = (name: string, takes: ViewsOf['takes']) =>
  takes === undefined || takes.has(name === 'period' ? 'from' : name);
