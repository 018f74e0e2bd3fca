'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { rowsOf } from '#components/list/list-rows.tsx';
import { call } from '#lib/api/client.ts';
import {
  DISPUTE_STATES,
  DUES,
  disputesList,
  ME,
  NOBODY,
  type QueueFilter,
  queueFilterFrom,
} from '#lib/disputes/disputes.list.ts';
import { disputeKeys, queueOptions } from '#lib/disputes/queries.ts';
import { disputePath } from '#lib/disputes/rules.ts';
import { storedFilterOptions } from '#lib/transactions/queries.ts';
import { usePersonLabels } from '../labels.tsx';
import { useTypeLabels } from '../use-labels.ts';

const personal: PersonalStore = {
  keep: (account, body) => call('POST /transactions/filters', { account, body }),
  read: storedFilterOptions,
};

/** Loads the queue for the filters in the address. */
export function useQueue() {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const filters = useListFilters({ list: disputesList, say: (_, value) => value, personal, kept: ['state'] });
  const filter = queueFilterFrom(filters.filters);
  const setState = (state: QueueFilter['state']) => filters.set({ state: state === 'open' ? null : state });
  /** Keeps the search: the counts are for it. */
  const choose = ({ state, ...narrowed }: Pick<QueueFilter, 'state' | 'assignee' | 'due'>) => {
    const { code, f } = filters.filters;
    filters.only({ ...narrowed, code, f, state: state === 'open' ? null : state });
  };
  const query = useInfiniteQuery(queueOptions(account, filter));
  const pages = query.data?.pages;
  const items = useMemo(() => rowsOf(pages ?? []), [pages]);
  const readAgain = async () => {
    // Asks the provider first, then reloads the queue; the reload shows an error of the first call.
    await call('POST /disputes/refresh', { account }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  };
  return { account, filter, filters, setState, choose, query, items, head: pages?.[0], readAgain };
}
export type Queue = ReturnType<typeof useQueue>;

/** Filter fields with the values that occur; `narrowing` leaves out the state, which the facets choose. */
export function useOffered({ filters, items, head }: Queue) {
  const t = useTranslations('disputes');
  const situations = useTranslations('due.situations');
  const typeLabel = useTypeLabels();
  const personLabel = usePersonLabels();
  const me = useSession().session.operator.id;
  const assigned = items.flatMap(({ assignee }) => assignee ?? []);
  const people = new Map([...assigned, ...(head?.people ?? [])].map(({ id, name }) => [id, name]));
  const others = [...people.keys()].filter((id) => id !== me);
  const types = [...items, ...(head?.outcomes ?? [])].flatMap(({ type }) => type ?? []);
  const known: Record<string, readonly string[]> = {
    type: [...new Set(types)].sort(),
    assignee: [ME, NOBODY, ...others],
    due: DUES,
    state: DISPUTE_STATES,
  };
  const say = (name: string, value: string) => {
    if (name === 'state') return t(`facets.${value as 'open'}`);
    if (name === 'due') return t(`dues.${value as 'soon'}`);
    if (name === 'situation') return situations(value as 'scam');
    if (name === 'type') return typeLabel(value);
    if (value === ME) return t('you');
    return value === NOBODY
      ? t('filters.nobody')
      : personLabel({ id: value, name: people.get(value) ?? value });
  };
  const fields = filters.fields.map((field): Field => {
    const { name } = field;
    const options = known[name];
    return options === undefined ? field : { kind: 'words', name, single: true, own: true, known: options };
  });
  const all = { ...filters, fields, say };
  const isOpen = (filters.filters.state ?? 'open') === 'open';
  const narrowing = {
    ...all,
    filters: { ...filters.filters, state: null },
    fields: fields.filter(({ name }) => name !== 'state' && (name !== 'due' || isOpen)),
  };
  return { all, narrowing };
}

/** Palette actions: open the dispute due first, or filter to one's own disputes. */
export function useQueueActions({ account, filter, items, filters: { set } }: Queue): void {
  const t = useTranslations('disputes.palette');
  const router = useRouter();
  const first = filter.sort === null && filter.order === null ? items[0]?.id : undefined;
  const actions = useMemo(() => {
    const own: PaletteAction[] = [
      { id: 'disputes-mine', label: t('mine'), icon: 'user', run: () => set({ assignee: ME }) },
    ];
    if (first === undefined) return own;
    const run = () => router.push(disputePath(account, first));
    return [{ id: 'disputes-first', label: t('first'), icon: 'disputes' as const, run }, ...own];
  }, [t, set, first, account, router]);
  usePaletteActions('disputes', actions);
}
