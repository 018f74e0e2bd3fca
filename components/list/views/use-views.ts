'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { sanitize } from '#components/ui/data-table/columns.ts';
import { useToday } from '#components/ui/use-now.ts';
import type { Day } from '#lib/core/dates.ts';
import type { List } from '#lib/list/list.ts';
import { fromViewFilters, keptFilters, sameFilters } from '#lib/list/view-filters.ts';
import type { SavedView, ViewPage } from '#lib/views/contract.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import type { FilterState } from '../filters/use-list-filters.ts';
import type { ShownColumns } from '../use-columns.ts';
import { useViewInAddress } from './view-content.tsx';

/** A view as the list shows it; one that every account has belongs to nobody. */
export type View = Pick<SavedView, 'id' | 'name' | 'filters' | 'columns'> &
  Partial<Pick<SavedView, 'mine' | 'shared' | 'owner' | 'mayChange'>>;
export type Views = {
  page: ViewPage;
  mine: readonly SavedView[];
  others: readonly SavedView[];
  /** Views that every account has. */
  given: readonly View[];
  error: unknown;
  retry: () => void;
  /** The view that the address names; null also where it is gone or somebody else's. */
  chosen: View | null;
  /** The screen shows something else than the chosen view keeps. */
  changed: boolean;
  choose: (view: View) => void;
  leave: () => void;
  /** Filters and columns on screen, and the São Paulo day they are counted from. */
  present: FilterState & { columns: readonly string[]; today: Day };
  /** Null where columns are not chosen. */
  columnName: ((column: string) => ReactNode) | null;
  /** Takes a view's columns, unless that was done before. */
  showFirst: (view: View) => void;
};

export type ViewsOf = {
  list: List;
  state: FilterState;
  columns?: ShownColumns | undefined;
  /** ISO instant of the rows on screen. */
  now: string | null;
  /** Filters that this account's service takes, where they are not all: a given view of another is absent. */
  takes?: ReadonlySet<string> | undefined;
};

const NO_VIEWS: SavedView[] = [];

/** The views of a list. What is shown is the address's filters; a view is where they came from. */
export function useViews({ list, state, columns: shown, now, takes }: ViewsOf): Views {
  const page = list.name as ViewPage;
  const account = placeOf(page, useSession().account.slug);
  const { data = NO_VIEWS, error, refetch } = useQuery(viewsOptions(account, page));
  const given = useGiven(list, takes);
  // A list whose columns nobody chooses keeps its own.
  const own = useMemo(() => sanitize(list, null), [list]);
  const columns = shown?.names ?? own;
  const onColumns = shown?.choose;
  const [id, setId] = useViewInAddress();
  const today = useToday(now);
  const chosen: View | null = [...data, ...given].find((view) => view.id === id) ?? null;
  const { set, clear } = state;
  const filters = useMemo(() => keptFilters(list, state.filters), [list, state.filters]);
  const memory = `guiche.${page}.view.${account}`;
  const show = useCallback(
    (view: View) => {
      remember(memory, view.id);
      onColumns?.(sanitize(list, view.columns));
    },
    [list, memory, onColumns],
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
    remember(memory, '');
  }, [clear, setId, memory]);
  const changed = useMemo(() => {
    if (chosen === null) return false;
    const kept = fromViewFilters(list, chosen.filters, today);
    if (!sameFilters(filters, kept)) return true;
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
    showFirst: useCallback((view: View) => remembered(memory) !== view.id && show(view), [memory, show]),
  };
}

/** The same; a link or a bookmark brings the view's columns along, once: what is changed afterwards stays. */
export function useColumnsOfLink(of: ViewsOf): Views {
  const views = useViews(of);
  const { chosen, showFirst } = views;
  useEffect(() => {
    if (chosen !== null) showFirst(chosen);
  }, [chosen, showFirst]);
  return views;
}

/** The statement's views, with the columns that stand at first. */
function useGiven(list: List, takes: ViewsOf['takes']): readonly View[] {
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

function remember(key: string, id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // A browser without storage takes the view's columns at every visit.
  }
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
