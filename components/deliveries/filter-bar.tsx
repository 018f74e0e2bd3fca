'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PeriodChip } from '#components/list/filters/period-chip.tsx';
import { useEventWords } from '#components/resends/use-words.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { type DeliveryFilters, narrowedBy, STATUS_CLASSES } from '#lib/deliveries/filters.ts';
import type { DeliveryLine, IncidentLine, Reach } from '#lib/deliveries/queries.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import styles from './deliveries.module.css';
import { hostWords } from './outcome.ts';
import { ReachLine } from './reach-line.tsx';
import type { FilterState } from './use-deliveries.ts';

const EVENTS = [
  'TRANSACTION_COMPLETED',
  'TRANSACTION_PENDING',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_CANCELED',
  'TRANSACTION_WAITING_FOR_REFUND',
  'TRANSACTION_REFUNDED',
  'TRANSACTION_ERROR',
  'INFRACTION_CHANGED',
] as const;

type Props = {
  state: FilterState;
  now: string | null;
  items: readonly DeliveryLine[];
  incidents: readonly IncidentLine[];
  reach: Reach | undefined;
};

/** Period, event, answer, endpoint, transaction; at the right how far the history was read. */
export function FilterBar({ state, now, items, incidents, reach }: Props) {
  const t = useTranslations('deliveries.filters');
  const { filters, set, clear } = state;
  const removing = (change: Partial<DeliveryFilters>) => () => set(change);
  return (
    <fieldset className={styles.filters} aria-label={t('label')}>
      <PeriodChip span={{ from: filters.from, to: filters.to }} now={now} onChange={set} />
      <EventChip state={state} />
      <ClassChip state={state} />
      <EndpointChip state={state} items={items} incidents={incidents} />
      {filters.transactionId !== null && (
        <span className="chip">
          <ChipButton
            label={t('transaction')}
            value={shortId(filters.transactionId)}
            title={filters.transactionId}
          />
          <ChipRemove
            label={t('remove', { name: t('transaction') })}
            onClick={removing({ transactionId: null })}
          />
        </span>
      )}
      {narrowedBy(filters).length > 0 && (
        <Button variant="quiet" size="sm" onClick={clear}>
          {t('clear')}
        </Button>
      )}
      {reach !== undefined && <ReachLine reach={reach} />}
    </fieldset>
  );
}

type ChipProps = { label: string; value: ReactNode; items: MenuItem[]; onRemove: (() => void) | null };

function MenuChip({ label, value, items, onRemove }: ChipProps) {
  const t = useTranslations('deliveries.filters');
  return (
    <span className="chip">
      <Menu
        label={label}
        items={items}
        trigger={<ChipButton label={label} value={value} caret={onRemove === null} />}
      />
      {onRemove !== null && <ChipRemove label={t('remove', { name: label })} onClick={onRemove} />}
    </span>
  );
}

function useMany(): (words: string[]) => string {
  const t = useTranslations('deliveries.filters');
  return ([first = '', ...more]) => (more.length === 0 ? first : t('many', { first, more: more.length }));
}

const toggled = <W extends string>(list: readonly W[] | null, word: W, on: boolean): W[] | null => {
  const next = on ? [...(list ?? []), word] : (list ?? []).filter((other) => other !== word);
  return next.length === 0 ? null : next;
};

function EventChip({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('deliveries.filters');
  const words = useEventWords();
  const many = useMany();
  const chosen = filters.event;
  const names = [
    ...EVENTS,
    ...(chosen ?? []).filter((name) => !(EVENTS as readonly string[]).includes(name)),
  ];
  return (
    <MenuChip
      label={t('event')}
      value={chosen === null ? t('all') : many(chosen.map(words))}
      onRemove={chosen === null ? null : () => set({ event: null })}
      items={names.map((event) => ({
        kind: 'check',
        id: event,
        label: words(event),
        checked: chosen?.includes(event) ?? false,
        onChange: (on) => set({ event: toggled(chosen, event as string, on) }),
      }))}
    />
  );
}

function ClassChip({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('deliveries.filters');
  const many = useMany();
  const chosen = filters.statusClass;
  return (
    <MenuChip
      label={t('statusClass')}
      value={chosen === null ? t('allAnswers') : many(chosen.map((name) => t(`classShort.${name}`)))}
      onRemove={chosen === null ? null : () => set({ statusClass: null })}
      items={STATUS_CLASSES.map((name) => ({
        kind: 'check',
        id: name,
        label: t(`class.${name}`),
        checked: chosen?.includes(name) ?? false,
        onChange: (on) => set({ statusClass: toggled(chosen, name, on) }),
      }))}
    />
  );
}

/** Registered endpoints by id, and addresses that deliveries went to. */
function EndpointChip({ state: { filters, set }, items, incidents }: Omit<Props, 'now' | 'reach'>) {
  const t = useTranslations('deliveries.filters');
  const { account } = useSession();
  const { data } = useQuery({
    ...webhooksOptions(account.slug),
    enabled: account.capabilities.includes('webhooks'),
  });
  const registered = data?.items ?? [];
  const known = new Set(registered.map(({ url }) => url));
  const seen = [...items, ...incidents, { url: filters.url }]
    .map(({ url }) => url)
    .filter((url) => url !== null && !known.has(url));
  const urls = [...new Set(seen)].filter((url) => url !== null);
  const value = filters.webhookId !== null ? `w ${filters.webhookId}` : `u ${filters.url ?? ''}`;
  const shown =
    filters.webhookId !== null
      ? (hostWords(registered.find(({ id }) => id === filters.webhookId)?.url ?? null) ??
        shortId(filters.webhookId))
      : hostWords(filters.url);
  const options = [
    { value: 'u ', label: t('all') },
    ...registered.map(({ id, url }) => ({ value: `w ${id}`, label: url ?? shortId(id) })),
    ...urls.map((url) => ({ value: `u ${url}`, label: url })),
  ];
  const choose = (next: string) => {
    const of = next.slice(2) || null;
    set(next.startsWith('w') ? { webhookId: of, url: null } : { webhookId: null, url: of });
  };
  return (
    <MenuChip
      label={t('endpoint')}
      value={shown ?? t('all')}
      onRemove={shown === null ? null : () => set({ webhookId: null, url: null })}
      items={[{ kind: 'choice', id: 'endpoint', label: t('endpoint'), value, onChange: choose, options }]}
    />
  );
}
