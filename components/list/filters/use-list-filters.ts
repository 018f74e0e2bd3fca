import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatBrl } from '#lib/core/money.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { FiltersOf, List } from '#lib/list/list.ts';
import { changedValues } from '#lib/list/parsers.ts';
import { boundsOf, type Field, type Values as Filters, fieldsOf, type Stored, typedOf } from './typed.ts';

/** Stores personal filter values on the server, so that they are not in the URL. */
export type PersonalStore = {
  save: (account: string, values: Stored) => Promise<{ id: string }>;
  /** Query options that read the values stored under an id. */
  read: (account: string, id: string) => { queryKey: readonly unknown[]; queryFn?: unknown };
};
export type FilterState<F = Filters> = {
  fields: readonly Field[];
  filters: F;
  set(change: Partial<F>): void;
  /** Sets these filters and clears all others, so that a link from a count shows exactly the counted rows. */
  only(change: Partial<F>): void;
  clear: () => void;
  /** The stored filter that `f` refers to. */
  stored: Stored | null;
  /** True where the URL refers to a stored filter that no longer exists. */
  storedGone: boolean;
  /** Changes stored values (null removes one) and, in the same step, other filters. May reject. */
  store(change: { readonly [name: string]: string | null }, also?: Partial<F>): Promise<void>;
  storeError: unknown;
  /** The label of a filter's word. */
  labelOf: (name: string, word: string) => string;
};

type Options<L> = {
  list: L;
  labelOf: FilterState['labelOf'];
  personal?: PersonalStore;
  /** Filters that `clear` does not remove. */
  retained?: readonly string[];
};
const NONE: readonly string[] = [];

/** The filters in the URL. Every change is a step of the browser history. */
export function useListFilters<L extends Pick<List, 'parsers' | 'filters'>>({
  list,
  labelOf,
  personal,
  retained = NONE,
}: Options<L>): FilterState<FiltersOf<L>> {
  const [read, write] = useQueryStates(list.parsers, { history: 'push' });
  const filters = read as FiltersOf<L> & Filters;
  const set = useCallback(
    (change: Partial<FiltersOf<L>>) => void write((current) => changedValues(current, change)),
    [write],
  );
  const only = useCallback(
    (change: Partial<FiltersOf<L>>) => {
      // The sort order is not a filter, so it stays.
      const stays = [...retained, ...list.filters.flatMap((one) => (one.kind === 'order' ? one.name : []))];
      const all = Object.keys(list.parsers).filter((name) => !stays.includes(name));
      const none = Object.fromEntries(all.map((name) => [name, null])) as Partial<FiltersOf<L>>;
      void write({ ...none, ...change });
    },
    [write, list, retained],
  );
  const clear = useCallback(() => only({}), [only]);
  const f = (filters.f ?? null) as string | null;
  const { stored, ...rest } = usePersonal(personal, f, set as (change: Filters) => void);
  const fields = useMemo(() => fieldsOf(list.filters), [list]);
  return { fields, filters, set, only, clear, stored, labelOf, ...rest };
}

function usePersonal(personal: PersonalStore | undefined, f: string | null, set: (change: Filters) => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const reveal = useCan('reveal');
  const options = personal?.read(account, f ?? '') ?? { queryKey: ['no filter'] };
  const known = useQuery<Stored>({
    ...(options as { queryKey: readonly unknown[] }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: personal !== undefined && f !== null,
  });
  const stored = f === null ? null : (known.data ?? null);
  const [error, setError] = useState<unknown>(null);
  const store = useCallback(
    async (change: { readonly [name: string]: string | null }, also: Filters = {}) => {
      const values = Object.entries({ ...stored, ...change }).filter(([, value]) => Boolean(value));
      // An operator who sees the stored filter masked can only remove all of it.
      if (!reveal || values.length === 0) return set({ ...also, f: null });
      if (personal === undefined) throw new Error('A list without personal filters has no store for them.');
      setError(null);
      const body = Object.fromEntries(values) as Stored;
      const { id } = await personal.save(account, body).catch((thrown: unknown) => {
        setError(thrown);
        throw thrown;
      });
      client.setQueryData(personal.read(account, id).queryKey, body);
      set({ ...also, f: id });
    },
    [stored, reveal, personal, account, client, set],
  );
  const isGone = known.error instanceof CallError && known.error.problem.code === 'not_found';
  return { stored, storedGone: f !== null && isGone, store, storeError: error };
}

/** Returns a filter's label, the same in every list. */
export function useFilterName(): (name: string) => string {
  const t = useTranslations('list.filters.name');
  return (name) => t(name as 'status');
}

/** Formats a filter's value; `all` lists every word. */
export function useShownValue({ filters, stored, labelOf }: FilterState) {
  const t = useTranslations('list.filters');
  // 'R$ 30,00', 'de R$ 500,00', 'R$ 10,00 a R$ 20,00'
  const amountLabel = () => {
    const { from, to } = boundsOf(filters);
    if (from === to) return formatBrl(from ?? 0);
    if (from === null) return t('upTo', { amount: formatBrl(to ?? 0) });
    if (to === null) return t('atLeast', { amount: formatBrl(from) });
    return t('between', { from: formatBrl(from), to: formatBrl(to) });
  };
  return (field: Field, all = false): string => {
    if (field.kind === 'amount') return amountLabel();
    if (field.kind !== 'words') {
      const text = typedOf(field, filters, stored);
      if (field.name === 'document') return formatDocument(text);
      return field.form === 'plain' ? text : shortId(text);
    }
    const chosen = [filters[field.name] ?? []].flat().map((word) => labelOf(field.name, String(word)));
    const [first = '', ...more] = chosen;
    if (all) return chosen.join(', ');
    return more.length === 0 ? first : t('many', { first, more: more.length });
  };
}
