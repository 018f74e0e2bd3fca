'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFilterName, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { LongBar } from '#components/list/long-list.tsx';
import type { LongList } from '#components/list/use-long-list.ts';
import { useEndpoints, useEventLabels } from '#components/resends/use-labels.ts';
import { Button } from '#components/ui/button.tsx';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import {
  type DeliveryFilters,
  deliveriesList,
  type Row,
  type Sums,
  type Whole,
} from '#lib/deliveries/deliveries.list.ts';
import { FACETS } from '#lib/deliveries/rules.ts';
import { rowsIn } from '#lib/list/pages.ts';
import { addressName } from '#lib/webhooks/rules.ts';
import { ReachLine } from './outcome-facets.tsx';

export type DeliveryList = LongList<DeliveryFilters, Row, Sums, Whole>;

export function useDeliveryFilters() {
  const t = useTranslations('deliveries');
  const event = useEventLabels();
  const labelOf = (name: string, word: string) => {
    if (name === 'event') return event(word);
    return name === 'outcome' ? t(`facets.${word as 'failed'}`) : t(`statusClass.${word as '5xx'}`);
  };
  return useListFilters({ list: deliveriesList, labelOf });
}
export type FilterState = ReturnType<typeof useDeliveryFilters>;

export function useColumnName(): (column: string) => string {
  const t = useTranslations('deliveries.column');
  return useCallback((column) => t(column as 'time'), [t]);
}

type Address = { url: string | null };
type FiltersProps = {
  state: FilterState;
  list: DeliveryList;
  /** The counts of the whole list; null until known. */
  newest: DeliveryList['rows']['newest'];
  /** Receivers with open failures, whose addresses are offered. */
  incidents: readonly Address[];
};

/** The filters of the list, and how far the history is loaded. */
export function DeliveryBar({ state, list, newest, incidents }: FiltersProps) {
  const fields = state.fields.filter((field) => !isElsewhere(field.name, state.filters));
  const [first] = list.rows.pages;
  const seen = [...(first === undefined ? [] : rowsIn(first)), ...incidents];
  return (
    <LongBar
      of={list}
      state={{ ...state, fields }}
      standing
      after={
        <>
          <EndpointChip state={state} seen={seen} />
          <AnswerGroups state={state} answers={newest?.answers} />
        </>
      }
    >
      {newest !== null && <ReachLine reach={newest.reach} />}
    </LongBar>
  );
}

/** Filters that other parts of the page control: endpoint, an outcome that has a facet, equal failures. */
function isElsewhere(name: string, { outcome }: DeliveryFilters): boolean {
  if (name === 'answer') return outcome?.join() === 'failed';
  if (name !== 'outcome') return name === 'webhookId' || name === 'url';
  const facets: readonly string[] = FACETS;
  return outcome === null || (outcome.length === 1 && facets.includes(outcome[0] ?? ''));
}

/** Filters by one registered endpoint (id) or one address that deliveries went to. */
function EndpointChip({ state: { filters, set }, seen }: { state: FilterState; seen: readonly Address[] }) {
  const t = useTranslations('list.filters');
  const label = useFilterName()('webhookId');
  const { endpoints: registered } = useEndpoints();
  const { webhookId, url } = filters;
  const known = new Set(registered.map((one) => one.url));
  const others = new Set([...seen, { url }].flatMap((one) => one.url ?? []).filter((one) => !known.has(one)));
  const chosen = webhookId === null ? url : (registered.find((one) => one.id === webhookId)?.url ?? null);
  const shown = chosen === null ? webhookId && shortId(webhookId) : addressName(chosen);
  const options = [
    { value: 'u ', label: t('any') },
    ...registered.map((one) => ({ value: `w ${one.id}`, label: one.url ?? shortId(one.id) })),
    ...[...others].map((one) => ({ value: `u ${one}`, label: one })),
  ];
  const value = webhookId === null ? `u ${url ?? ''}` : `w ${webhookId}`;
  const choose = (next: string) => {
    const of = next.slice(2) || null;
    set(next.startsWith('w') ? { webhookId: of, url: null } : { webhookId: null, url: of });
  };
  return (
    <Chip>
      <Menu
        label={label}
        items={[{ kind: 'choice', id: 'endpoint', label, value, onChange: choose, options }]}
        trigger={<ChipButton label={label} value={shown ?? t('any')} caret={shown === null} />}
      />
      {shown !== null && <ChipRemove label={t('remove', { name: label })} onClick={() => choose('u ')} />}
    </Chip>
  );
}

type AnswerGroupsProps = { state: FilterState; answers: Whole['answers'] };

/** Open failures grouped by response status: a click filters to one group, a second click shows all again. */
export function AnswerGroups({ state: { filters, set }, answers = [] }: AnswerGroupsProps) {
  const t = useTranslations('deliveries');
  const locale = useLocale();
  const { answer, statusClass } = filters;
  if (answers.length < 2 && answer === null) return null;
  return answers.map(({ status, count }) => {
    const group =
      status === null
        ? { answer: null, statusClass: ['none' as const] }
        : { answer: String(status), statusClass: null };
    const chosen = status === null ? statusClass?.join() === 'none' : answer === group.answer;
    return (
      <Button
        key={status}
        size="sm"
        aria-pressed={chosen}
        onClick={() => set(chosen ? { answer: null, statusClass: null } : group)}
      >
        {status ?? t('table.noAnswer')} <b>{count.toLocaleString(locale)}</b>
      </Button>
    );
  });
}
