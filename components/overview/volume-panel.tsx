'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Money } from '#components/ui/money.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import type { Basis, VolumeDay } from '#lib/overview/contract.ts';
import { volumeQuery } from '#lib/overview/queries.ts';

const VolumeChart = dynamic(async () => (await import('./volume-chart.tsx')).VolumeChart, {
  ssr: false,
  loading: ChartPlaceholder,
});

const CHART_SIZE = 'relative aspect-[776/178] min-w-[36rem]';

/** In a narrow panel the sums have their own line, also while they load. */
const HEAD =
  '[&>header]:flex-wrap [&>header>h2]:whitespace-nowrap [&>header>.cap]:whitespace-nowrap @max-[47rem]/room:[&>header>:last-child]:basis-full @min-[62rem]/room:@max-[72rem]/room:[&>header>:last-child]:basis-full';

/** Days that the chart shows, today included. */
const SPANS = ['7', '14', '30'] as const;
const spanParser = parseAsStringLiteral(SPANS).withDefault('30');

/** Invisible texts that reserve the width while the figures load. */
const UNSEEN: VolumeDay = { day: '', in: 300_000_000, out: 200_000_000 };
const UNSEEN_RANGE = { from: '00 nov', to: '00 nov' };

/** Renders nothing when the service has no summary by day. */
export function VolumePanel({ account }: { account: string }) {
  const t = useTranslations('overview.volume');
  const locale = useLocale() as Locale;
  const query = useQuery(volumeQuery(account));
  const router = useRouter();
  const { capabilities } = useSession().account;
  const [span, setSpan] = useQueryState('days', spanParser);
  const [pointed, setPointed] = useState<number | null>(null);
  if (query.data?.days === null) return null;
  const days = (query.data?.days ?? []).slice(-Number(span));
  const shown = pointed === null ? undefined : days[pointed];
  const dayName = ({ day }: VolumeDay) => formatInstant(locale, startOfDay(day), 'day');
  const date = (day: VolumeDay) => dayName(day).replace(/^\S+ /, '');
  const [first, last] = [days[0], days.at(-1)];
  const range = first && last && t('days', { from: date(first), to: date(last) });
  const openDay = (index: number) => {
    const day = days[index]?.day;
    const isPosted = query.data?.basis === 'posted' && capabilities.includes('statement');
    const list = isPosted ? 'statement' : 'transactions';
    if (day !== undefined) router.push(`/${account}/${list}?from=${day}&to=${day}`);
  };
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      note={shown ? dayName(shown) : (range ?? <span className="invisible">{t('days', UNSEEN_RANGE)}</span>)}
      action={
        <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
          <Legend days={shown ? [shown] : days} basis={query.data?.basis} />
          <Segments
            label={t('span')}
            value={span}
            onChange={(next) => {
              setPointed(null);
              void setSpan(next);
            }}
            options={SPANS.map((value) => ({ value, label: t('spanDays', { count: Number(value) }) }))}
          />
        </span>
      }
      className={HEAD}
      skeleton={<ChartPlaceholder />}
    >
      {() => (
        <VolumeChart
          days={days}
          pointed={pointed}
          onPoint={setPointed}
          onOpen={openDay}
          className={CHART_SIZE}
        />
      )}
    </QueryPanel>
  );
}

const KEY = 'mr-1.5 inline-block size-2 rounded-[1px] forced-color-adjust-none';

function Legend({ days, basis }: { days: readonly VolumeDay[]; basis: Basis | undefined }) {
  const t = useTranslations('overview.volume');
  const waits = days.length === 0;
  const sum = (side: 'in' | 'out') => (waits ? [UNSEEN] : days).reduce((total, day) => total + day[side], 0);
  return (
    <span
      className={`flex flex-wrap gap-x-4 gap-y-1 text-[0.75rem] text-ink-3 ${waits ? 'invisible' : ''}`}
      title={basis && t(`basis.${basis}`)}
    >
      <span>
        <i className={`${KEY} bg-chart-in`} />
        {t('in')} <Money cents={sum('in')} />
      </span>
      <span>
        <i className={`${KEY} bg-chart-out`} />
        {t('out')} <Money cents={sum('out')} />
      </span>
      <span>
        <i className={`${KEY} border border-dashed border-line-control`} />
        {t('open')}
      </span>
    </span>
  );
}

/** Placeholder of the chart's size, so that nothing moves when it loads. */
function ChartPlaceholder() {
  return (
    <div className="overflow-hidden" aria-hidden="true">
      <div className={CHART_SIZE}>
        <Skeleton width="100%" className="absolute inset-x-0 top-[8%] bottom-[14%] h-auto" />
      </div>
    </div>
  );
}
