'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { useCallback, useEffect, useMemo } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { type Day, saoPauloDay } from '#lib/dates.ts';
import { type Filters, NO_FILTERS, viewParser } from '#lib/transactions/filters.ts';
import { fromViewFilters, sameFilters } from '#lib/transactions/view-filters.ts';
import type { SavedView } from '#lib/views/contract.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import { type Column, sanitize } from '../columns.ts';
import type { FilterState } from '../use-filters.ts';

export type Views = {
  mine: readonly SavedView[];
  others: readonly SavedView[];
  error: unknown;
  retry: () => void;
  /** The view that the address names; null also where it is gone or somebody else's. */
  chosen: SavedView | null;
  /** The screen shows something else than the chosen view keeps. */
  changed: boolean;
  choose: (view: SavedView) => void;
  leave: () => void;
  /** What is on screen, and the São Paulo day it is counted from. */
  present: { filters: Filters; columns: readonly Column[]; today: Day };
};

type Options = {
  state: FilterState;
  columns: readonly Column[];
  onColumns: (next: readonly Column[]) => void;
  /** ISO instant of the rows on screen. */
  now: string | null;
};

const NO_VIEWS: SavedView[] = [];

/** The saved views of the list. What is shown is the address's filters; a view is where they came from. */
export function useViews({ state, columns, onColumns, now }: Options): Views {
  const account = useSession().account.slug;
  const { data = NO_VIEWS, error, refetch } = useQuery(viewsOptions(account, 'transactions'));
  const [id, setId] = useQueryState('view', viewParser.view);
  const today = saoPauloDay(now ?? Date.now());
  const chosen = data.find((view) => view.id === id) ?? null;
  const { filters, set } = state;
  const show = useCallback(
    (view: SavedView) => {
      remember(account, view.id);
      onColumns(sanitize(view.columns));
    },
    [account, onColumns],
  );
  // A link or a bookmark brings the view's columns along, once: what the operator changes afterwards stays.
  useEffect(() => {
    if (chosen !== null && remembered(account) !== chosen.id) show(chosen);
  }, [chosen, account, show]);
  const choose = useCallback(
    (view: SavedView) => {
      set(fromViewFilters(view.filters, today));
      void setId(view.id, { history: 'push' });
      show(view);
    },
    [set, setId, show, today],
  );
  const leave = useCallback(() => {
    set(NO_FILTERS);
    void setId(null, { history: 'push' });
    remember(account, '');
  }, [set, setId, account]);
  const changed = useMemo(() => {
    if (chosen === null) return false;
    const kept = fromViewFilters(chosen.filters, today);
    return !sameFilters(filters, kept) || sanitize(chosen.columns).join() !== columns.join();
  }, [chosen, filters, columns, today]);
  const mine = useMemo(() => data.filter((view) => view.mine), [data]);
  const others = useMemo(() => data.filter((view) => !view.mine), [data]);
  return {
    mine,
    others,
    error,
    retry: () => void refetch(),
    chosen,
    changed,
    choose,
    leave,
    present: { filters, columns, today },
  };
}

const keyOf = (account: string) => `guiche.transactions.view.${account}`;

function remember(account: string, id: string): void {
  try {
    localStorage.setItem(keyOf(account), id);
  } catch {
    // A browser without storage takes the view's columns at every visit.
  }
}

function remembered(account: string): string | null {
  try {
    return localStorage.getItem(keyOf(account));
  } catch {
    return null;
  }
}
