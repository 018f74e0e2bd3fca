'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Total, Totals } from '#components/list/totals.tsx';
import { useRowOpens } from '#components/list/use-drawer-route.ts';
import { Button, ButtonGroup, IconButton } from '#components/ui/button.tsx';
import { Chip, ChipButton } from '#components/ui/chip.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { downloadByLink } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { DAY_GROUPS, monthParams } from '#lib/closings/month-params.ts';
import { type DayLine, type MonthAnswer, monthFileHref, monthOptions } from '#lib/closings/queries.ts';
import { addDays, formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { AmountText } from './closing-labels.tsx';
import { ClosingsTable, type DayGroup, groupOf, SCROLLER } from './closings-table.tsx';

type Filters = { state: DayGroup | null; by: string | null };

/** The days of a month with their state, those of earlier months that are still open, and the month's sums. */
export function ClosingsView() {
  const t = useTranslations('closings');
  const account = useSession().account.slug;
  const today = useToday();
  const [{ month, ...filters }, set] = useQueryStates(monthParams);
  const query = useQuery(monthOptions(account, month));
  const { data, error, refetch } = query;
  const shown = data?.month ?? month ?? today.slice(0, 7);
  const days = data && [...data.items, ...data.earlier];
  const fitting = days?.filter((day) => fits(day, filters));
  const go = (next: string) => void set({ month: next === today.slice(0, 7) ? null : next, by: null });
  useRowOpens();
  return (
    <PageFrame>
      <PageHead title={t('title')} asOf={data?.asOf} live={error === null && data !== undefined}>
        <RefreshButton label={t('refresh')} onRefresh={() => refetch()} />
        <MonthFileMenu month={shown} />
      </PageHead>
      <search
        className="flex flex-none flex-wrap items-center gap-2 px-gutter py-2"
        aria-label={t('filter.label')}
      >
        <MonthSteps month={shown} last={today.slice(0, 7)} onChange={go} />
        <Choice
          label={t('filter.state')}
          all={t('filter.all')}
          value={filters.state}
          options={DAY_GROUPS.map((value) => ({ value, label: t(`filter.of.${value}`) }))}
          onChange={(state) => void set({ state: DAY_GROUPS.find((one) => one === state) ?? null })}
        />
        <Choice
          label={t('filter.by')}
          all={t('filter.all')}
          value={filters.by}
          options={closersOf(days ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(by) => void set({ by })}
        />
        <span className="flex-1" />
        <span className="text-xs whitespace-nowrap text-ink-3 max-wide:hidden">{t('basis')}</span>
      </search>
      <MonthTotals month={data} />
      <div className={SCROLLER}>
        {error !== null && (
          <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
        )}
        {fitting?.length === 0 ? (
          <EmptyState
            title={t('none')}
            action={<Button onClick={() => void set({ state: null, by: null })}>{t('clear')}</Button>}
          />
        ) : (
          (fitting !== undefined || error === null) && <ClosingsTable days={fitting} />
        )}
      </div>
    </PageFrame>
  );
}

/** True where the day is in the chosen group, and closed by the chosen person. */
function fits(day: DayLine, { state, by }: Filters): boolean {
  const { changedSince, signedBy, confirmedBy } = day;
  if (state === 'changed' && !changedSince) return false;
  if (state !== null && state !== 'changed' && groupOf(day) !== state) return false;
  return by === null || signedBy?.id === by || confirmedBy?.id === by;
}

const closersOf = (days: readonly DayLine[]) => [
  ...new Map(
    days
      .flatMap(({ signedBy, confirmedBy }) => [signedBy, confirmedBy])
      .flatMap((person) => (person === null ? [] : [[person.id, person] as const])),
  ).values(),
];

type StepsProps = { month: string; last: string; onChange: (month: string) => void };

/** The shown month between buttons for the one before and the one after; none after this month. */
function MonthSteps({ month, last, onChange }: StepsProps) {
  const t = useTranslations('closings.month');
  const format = useFormatter();
  const name = format.dateTime(new Date(`${month}-15T12:00:00Z`), { month: 'long', year: 'numeric' });
  return (
    <ButtonGroup>
      <IconButton
        icon="left"
        variant="plain"
        size="md"
        label={t('previous')}
        onClick={() => onChange(addDays(`${month}-01`, -1).slice(0, 7))}
      />
      <span
        className="inline-flex h-control items-center border border-line-control bg-surface px-2.5 text-sm font-medium text-ink"
        aria-live="polite"
      >
        {name}
      </span>
      <IconButton
        icon="right"
        variant="plain"
        size="md"
        label={t('next')}
        disabled={month >= last}
        onClick={() => onChange(addDays(`${month}-28`, 4).slice(0, 7))}
      />
    </ButtonGroup>
  );
}

const FILES = ['xlsx', 'csv'] as const;

function MonthFileMenu({ month }: { month: string }) {
  const t = useTranslations('closings.month');
  const account = useSession().account.slug;
  const name = t('fileName', { account, month });
  return (
    <Menu
      label={t('file')}
      align="end"
      trigger={
        <Button icon="download">
          {t('file')}
          <Icon name="down" size="s" />
        </Button>
      }
      items={FILES.map((id) => ({
        kind: 'item',
        id,
        label: t(`files.${id}`),
        onSelect: () => downloadByLink(monthFileHref(account, month, id), `${name}.${id}`),
      }))}
    />
  );
}

const ALL = '';

type ChoiceProps = {
  label: string;
  /** Label of no choice. */
  all: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
};

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  const shown = options.find((option) => option.value === value)?.label ?? all;
  if (options.length === 0) return null;
  return (
    <Chip>
      <Menu
        label={label}
        trigger={<ChipButton label={label} value={shown} caret />}
        items={[
          {
            kind: 'choice',
            id: 'choice',
            label,
            value: value ?? ALL,
            onChange: (next) => onChange(next === ALL ? null : next),
            options: [{ value: ALL, label: all }, ...options],
          },
        ]}
      />
    </Chip>
  );
}

/** The sums of the month's days that are read, whatever is filtered. */
function MonthTotals({ month }: { month: MonthAnswer | undefined }) {
  const t = useTranslations('closings.totals');
  const locale = useLocale() as Locale;
  const read = month?.items.filter(({ figures }) => figures !== null) ?? [];
  const date = (of: DayLine | undefined) =>
    of === undefined ? 'none' : formatInstant(locale, startOfDay(of.day), 'date');
  const totals = month?.totals;
  const figure = (of: 'opening' | 'in' | 'out' | 'blocks' | 'closing') => {
    if (totals === undefined) return <Skeleton width="5rem" />;
    return (
      <AmountText
        of={totals.days === 0 ? null : totals[of]}
        direction={of === 'opening' || of === 'closing' ? 'value' : 'signed'}
      />
    );
  };
  return (
    <Totals label={t('label')}>
      <Total label={t('opening', { date: date(read.at(-1)) })}>{figure('opening')}</Total>
      <Total label={t('in')} icon="arrow-in">
        {figure('in')}
      </Total>
      <Total label={t('out')} icon="arrow-out">
        {figure('out')}
      </Total>
      <Total label={t('blocks')} icon="disputes">
        {figure('blocks')}
      </Total>
      <Total label={t('closing', { date: date(read[0]) })}>{figure('closing')}</Total>
      <Total label={t('counts')}>
        {totals === undefined ? <Skeleton width="3rem" /> : <b>{`${totals.open} / ${totals.explained}`}</b>}
      </Total>
      <Total label={t('closed')}>
        {totals === undefined ? (
          <Skeleton width="3rem" />
        ) : (
          <>
            <b>{totals.closed}</b> {t('ofDays', { count: totals.days })}
          </>
        )}
      </Total>
    </Totals>
  );
}
