'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { sanitize } from '#components/ui/data-table/columns.ts';
import { useToday } from '#components/ui/use-now.ts';
import type { Day } from '#lib/core/dates.ts';
import type { List } from '#lib/list/list.ts';
import { fromViewFilters, sameFilters, savableFilters } from '#lib/list/view-filters.ts';
import type { SavedView, ViewPage } from '#lib/views/contract.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import type { FilterState } from '../filters/use-list-filters.ts';
import type { ShownColumns } from '../use-columns.ts';
import { useViewInAddress } from './view-content.tsx';

/** A view of a list; built-in views, which every account has, have no owner. */
export type View = Pick<SavedView, 'id' | 'name' | 'filters' | 'columns'> &
  Partial<Pick<SavedView, 'mine' | 'shared' | 'owner' | 'mayChange'>>;
export type Views = {
  page: ViewPage;
  mine: readonly SavedView[];
  others: readonly SavedView[];
  /** Built-in views, which every account has. */
  given: readonly View[];
  error: unknown;
  retry: () => void;
  /** The view named in the URL; null where none is, or it was deleted or belongs to somebody else. */
  chosen: View | null;
  /** The screen differs from the chosen view. */
  changed: boolean;
  choose: (view: View) => void;
  leave: () => void;
  /** Filters and columns on screen, and the São Paulo day that relative periods start from. */
  present: FilterState & { columns: readonly string[]; today: Day };
  /** Null where columns cannot be chosen. */
  columnName: ((column: string) => ReactNode) | null;
  /** Shows a view's columns, unless this browser already did. */
  showFirst: (view: View) => void;
};

export type ViewsOf = {
  list: List;
  state: FilterState;
  columns?: ShownColumns | undefined;
  /** ISO instant of the rows on screen. */
  now: string | null;
  /**
   * Filters that the account's provider supports; absent: all. Built-in views with other filters are hidden.
   */
  takes?: ReadonlySet<string> | undefined;
};

const NO_VIEWS: SavedView[] = [];

/** The saved views of a list. The URL's filters decide what is shown; a view only sets them. */
export function useViews({ list, state, columns: shown, now, takes }: ViewsOf): Views {
  const page = list.name as ViewPage;
  const account = placeOf(page, useSession().account.slug);
  const { data = NO_VIEWS, error, refetch } = useQuery(viewsOptions(account, page));
  const given = useBuiltInViews(list, takes);
  // A list without column settings uses its initial columns.
  const own = useMemo(() => sanitize(list, null), [list]);
  const columns = shown?.names ?? own;
  const onColumns = shown?.choose;
  const [id, setId] = useViewInAddress();
  const today = useToday(now);
  const chosen: View | null = [...data, ...given].find((view) => view.id === id) ?? null;
  const { set, clear } = state;
  const filters = useMemo(() => savableFilters(list, state.filters), [list, state.filters]);
  const storageKey = `guiche.${page}.view.${account}`;
  const show = useCallback(
    (view: View) => {
      storeViewId(storageKey, view.id);
      onColumns?.(sanitize(list, view.columns));
    },
    [list, storageKey, onColumns],
  );
  const choose = useCallback(
    (view: View) => {
      set(fromViewFilters(list, view.filters, today));
      setId(view.id, { history: 'push' });
      show(view);
    },
    [list, set, setId, show, today],
  );
  const leave = useCallback(() => {
    clear();
    setId(null, { history: 'push' });
    storeViewId(storageKey, '');
  }, [clear, setId, storageKey]);
  const changed = useMemo(() => {
    if (chosen === null) return false;
    const viewFilters = fromViewFilters(list, chosen.filters, today);
    if (!sameFilters(filters, viewFilters)) return true;
    return shown !== undefined && sanitize(list, chosen.columns).join() !== columns.join();
  }, [list, chosen, filters, columns, shown, today]);
  return {
    page,
    mine: useMemo(() => data.filter((view) => view.mine), [data]),
    others: useMemo(() => data.filter((view) => !view.mine), [data]),
    given,
    error,
    retry: () => void refetch(),
    chosen,
    changed,
    choose,
    leave,
    present: { ...state, filters, columns, today },
    columnName: shown?.nameOf ?? null,
    showFirst: useCallback(
      (view: View) => storedViewId(storageKey) !== view.id && show(view),
      [storageKey, show],
    ),
  };
}

/** The same, for a link or bookmark to a view: it shows the view's columns once and keeps later changes. */
export function useColumnsOfLink(of: ViewsOf): Views {
  const views = useViews(of);
  const { chosen, showFirst } = views;
  useEffect(() => {
    if (chosen !== null) showFirst(chosen);
  }, [chosen, showFirst]);
  return views;
}

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

function storeViewId(key: string, id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Without browser storage the view's columns are applied at every visit.
  }
}

function storedViewId(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
