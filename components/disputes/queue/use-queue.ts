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
  queueFilterOf,
} from '#lib/disputes/disputes.list.ts';
import { disputeKeys, queueOptions } from '#lib/disputes/queries.ts';
import { disputePath } from '#lib/disputes/rules.ts';
import { storedFilterOptions } from '#lib/transactions/queries.ts';
import { usePersonLabels } from '../own-labels.ts';
import { useTypeLabels } from '../use-labels.ts';

const personal: PersonalStore = {
  keep: (account, body) => call('POST /transactions/filters', { account, body }),
  read: storedFilterOptions,
};
const asItIs = (_: string, word: string) => word;

/** Reads the queue by the filters in the address. */
export function useQueue() {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const filters = useListFilters({ list: disputesList, say: asItIs, personal, kept: ['state'] });
  const filter = queueFilterOf(filters.filters);
  const setState = (state: QueueFilter['state']) => filters.set({ state: state === 'open' ? null : state });
  /** What is searched for stays: the counts are of that. */
  const choose = ({ state, ...narrowed }: Pick<QueueFilter, 'state' | 'assignee' | 'due'>) => {
    const { code, f } = filters.filters;
    filters.only({ ...narrowed, code, f, state: state === 'open' ? null : state });
  };
  const query = useInfiniteQuery(queueOptions(account, filter));
  const pages = query.data?.pages;
  const items = useMemo(() => rowsOf(pages ?? []), [pages]);
  const readAgain = async () => {
    // The service is asked first, then the queue is read anew; a refusal of the first is shown by the second.
    await call('POST /disputes/refresh', { account }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  };
  return { account, filter, filters, setState, choose, query, items, head: pages?.[0], readAgain };
}
export type Queue = ReturnType<typeof useQueue>;

/**
 * The filters with the words that were read: types as the service says them, people by name. The state is chosen by the
 * facets: the bar has the others (`narrowing`).
 */
export function useOffered({ filters, items, head }: Queue) {
  const nobody = useTranslations('disputes.filters')('nobody');
  const t = useTranslations('disputes');
  const situations = useTranslations('due.situations');
  const typeWords = useTypeLabels();
  const personWords = usePersonLabels();
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
  const person = (id: string) => {
    if (id === ME) return t('you');
    return id === NOBODY ? nobody : personWords({ id, name: people.get(id) ?? id });
  };
  const say = (name: string, word: string) => {
    if (name === 'state') return t(`facets.${word as 'open'}`);
    if (name === 'due') return t(`dues.${word as 'soon'}`);
    if (name === 'situation') return situations(word as 'scam');
    return name === 'type' ? typeWords(word) : person(word);
  };
  const fields = filters.fields.map((field): Field => {
    const { name } = field;
    const words = known[name];
    return words === undefined ? field : { kind: 'words', name, single: true, own: true, known: words };
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

/** The palette opens what is due first, or leaves only what is one's own. */
export function useQueueActions({ account, filter, items, filters: { set } }: Queue): void {
  const t = useTranslations('disputes.palette');
  const router = useRouter();
  const first = filter.sort === null && filter.order === null ? items[0]?.id : undefined;
  const actions = useMemo(() => {
    const mine: PaletteAction = {
      id: 'disputes-mine',
      label: t('mine'),
      icon: 'user',
      run: () => set({ assignee: ME }),
    };
    if (first === undefined) return [mine];
    const open: PaletteAction = {
      id: 'disputes-first',
      label: t('first'),
      icon: 'disputes',
      run: () => router.push(disputePath(account, first)),
    };
    return [open, mine];
  }, [t, set, first, account, router]);
  usePaletteActions('disputes', actions);
}
