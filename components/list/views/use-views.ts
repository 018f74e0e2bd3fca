'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { useCallback, useEffect, useMemo } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { textUpTo } from '#lib/address-parsers.ts';
import { type Day, saoPauloDay } from '#lib/dates.ts';
import type { List } from '#lib/list/list.ts';
import { fromViewFilters, sameFilters } from '#lib/list/view-filters.ts';
import type { SavedView, ViewPage } from '#lib/views/contract.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import type { FilterState } from '../filters/use-list-filters.ts';
import { sanitize } from '../grid/columns.ts';

/** A view as the list shows it; one that every account has belongs to nobody. */
export type View = Pick<SavedView, 'id' | 'name' | 'filters' | 'columns'> &
  Partial<Pick<SavedView, 'mine' | 'shared' | 'owner' | 'mayChange'>>;
export type Views = {
  page: ViewPage;
  mine: readonly SavedView[];
  others: readonly SavedView[];
  /** What every account has. */
  given: readonly View[];
  error: unknown;
  retry: () => void;
  /** The view that the address names; null also where it is gone or somebody else's. */
  chosen: View | null;
  /** The screen shows something else than the chosen view keeps. */
  changed: boolean;
  choose: (view: View) => void;
  leave: () => void;
  /** What is on screen, and the São Paulo day it is counted from. */
  present: { filters: FilterState['filters']; columns: readonly string[]; today: Day };
  columnName: (column: string) => string;
};

type Options = {
  list: List;
  page: ViewPage;
  state: FilterState;
  columns: readonly string[];
  onColumns: (next: readonly string[]) => void;
  columnName: (column: string) => string;
  /** A given view's name. */
  nameOf: (view: string) => string;
  /** ISO instant of the rows on screen. */
  now: string | null;
};

const NO_VIEWS: SavedView[] = [];
const viewParser = textUpTo(64, 8);

/** The views of a list. What is shown is the address's filters; a view is where they came from. */
export function useViews({ list, page, state, columns, onColumns, columnName, nameOf, now }: Options): Views {
  const account = useSession().account.slug;
  const { data = NO_VIEWS, error, refetch } = useQuery(viewsOptions(account, page));
  const given = useGiven(list, nameOf);
  const [id, setId] = useQueryState('view', viewParser);
  const today = saoPauloDay(now ?? Date.now());
  const chosen: View | null = [...data, ...given].find((view) => view.id === id) ?? null;
  const { filters, set, clear } = state;
  const memory = `guiche.${page}.view.${account}`;
  const show = useCallback(
    (view: View) => {
      remember(memory, view.id);
      onColumns(sanitize(list, view.columns));
    },
    [list, memory, onColumns],
  );
  // A link or a bookmark brings the view's columns along, once: what the operator changes afterwards stays.
  useEffect(() => {
    if (chosen !== null && remembered(memory) !== chosen.id) show(chosen);
  }, [chosen, memory, show]);
  const choose = useCallback(
    (view: View) => {
      set(fromViewFilters(list, view.filters, today));
      void setId(view.id, { history: 'push' });
      show(view);
    },
    [list, set, setId, show, today],
  );
  const leave = useCallback(() => {
    clear();
    void setId(null, { history: 'push' });
    remember(memory, '');
  }, [clear, setId, memory]);
  const changed = useMemo(() => {
    if (chosen === null) return false;
    const kept = fromViewFilters(list, chosen.filters, today);
    return !sameFilters(filters, kept) || sanitize(list, chosen.columns).join() !== columns.join();
  }, [list, chosen, filters, columns, today]);
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
    present: { filters, columns, today },
    columnName,
  };
}

/** The statement's views, with the columns that stand at first. */
function useGiven(list: List, nameOf: (view: string) => string): readonly View[] {
  return useMemo(
    () =>
      Object.entries(list.views).map(([id, filters]) => ({
        ...{ id: `given-${id}`, name: nameOf(id), filters },
        columns: [...sanitize(list, null)],
      })),
    [list, nameOf],
  );
}

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
