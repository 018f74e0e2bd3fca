'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { type FilterState, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { rowsOf } from '#components/list/table/list-rows.tsx';
import { type PaletteAction, usePaletteActions } from '#components/shell/command-context.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import { disputesList, NOBODY, type QueueFilter, stateParser } from '#lib/disputes/disputes.list.ts';
import { disputeKeys, queueOptions } from '#lib/disputes/queries.ts';
import { disputePath } from '#lib/disputes/rules.ts';
import { usePersonWords } from '../own-words.ts';
import { useTypeWords } from '../use-words.ts';

const pushed = stateParser.withOptions({ history: 'push' });
const asItIs = (_: string, word: string) => word;

/** What the address narrows the queue to, and what was read of it. */
export function useQueue() {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const [state, setState] = useQueryState('state', pushed);
  const filters = useListFilters({ list: disputesList, say: asItIs });
  const filter: QueueFilter = { state, ...filters.filters };
  const query = useInfiniteQuery(queueOptions(account, filter));
  const pages = query.data?.pages;
  const items = useMemo(() => rowsOf(pages ?? []), [pages]);
  const readAgain = async () => {
    // The service is asked first, then the queue is read anew; a refusal of the first is shown by the second.
    await call('POST /disputes/refresh', { account }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  };
  return { account, filter, filters, setState, query, items, head: pages?.[0], readAgain };
}
export type Queue = ReturnType<typeof useQueue>;

/** The filters with the words that were read: types as the service says them, people by name. */
export function useOffered({ filters, items, head }: Queue): FilterState<Queue['filters']['filters']> {
  const nobody = useTranslations('disputes.filters')('nobody');
  const typeWords = useTypeWords();
  const personWords = usePersonWords();
  const me = useSession().session.operator.id;
  const people = new Map(
    items.flatMap(({ assignee }) => (assignee === null ? [] : [[assignee.id, assignee.name]])),
  );
  const others = [...people.keys()].filter((id) => id !== me);
  const types = [...items, ...(head?.outcomes ?? [])].flatMap(({ type }) => type ?? []);
  const known: Record<string, readonly string[]> = {
    type: [...new Set(types)].sort(),
    assignee: [me, NOBODY, ...others],
  };
  const person = (id: string) => (id === NOBODY ? nobody : personWords({ id, name: people.get(id) ?? id }));
  return {
    ...filters,
    fields: filters.fields.map(({ name }) => ({
      ...{ kind: 'words', name, single: true, own: true },
      known: known[name] ?? [],
    })),
    say: (name, word) => (name === 'type' ? typeWords(word) : person(word)),
  };
}

/** The palette opens what is due first, or leaves only what is one's own. */
export function useQueueActions({ account, items, filters: { set } }: Queue): void {
  const t = useTranslations('disputes.palette');
  const router = useRouter();
  const me = useSession().session.operator.id;
  const first = items[0]?.id;
  const actions = useMemo(() => {
    const mine: PaletteAction = {
      ...{ id: 'disputes-mine', label: t('mine'), icon: 'user' },
      run: () => set({ assignee: me }),
    };
    if (first === undefined) return [mine];
    const open: PaletteAction = {
      ...{ id: 'disputes-first', label: t('first'), icon: 'disputes' },
      run: () => router.push(disputePath(account, first)),
    };
    return [open, mine];
  }, [t, set, first, me, account, router]);
  usePaletteActions('disputes', actions);
}
