'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { ChartTable } from '#components/ui/chart-table.tsx';
import { formatInstant, type Locale, startOfDay } from '#lib/dates.ts';
import { cardFiguresQuery } from '#lib/overview/queries.ts';
import { acceptanceGeometry, PLOT, type ShareOfDay } from './acceptance-geometry.ts';

/** Of the charges decided each day, how many were accepted; the tries below. */
export function AcceptancePanel({ account }: { account: string }) {
  const t = useTranslations('overview.acceptance');
  const query = useQuery(cardFiguresQuery(account));
  const share = useShare();
  const figures = query.data?.figures;
  if (figures === null) return null;
  return (
    <QueryPanel
      query={query}
      second
      title={t('title')}
      note={figures && t('note', { ...figures.days30, share: share(figures.days30) })}
      skeleton={<Chart days={[]} />}
    >
      {(data) => data.figures !== null && <Chart days={data.figures.days} />}
    </QueryPanel>
  );
}

function useShare() {
  const format = useFormatter();
  return ({ accepted, tries }: { accepted: number; tries: number }) =>
    tries === 0 ? '–' : format.number(accepted / tries, { style: 'percent', maximumFractionDigits: 1 });
}

function Chart({ days }: { days: readonly ShareOfDay[] }) {
  const t = useTranslations('overview.acceptance');
  const { bars, lines, ticks, labels } = acceptanceGeometry(days);
  const date = useShortDay();
  return (
    <>
      <p className="cap mb-1">{t('legend')}</p>
      {/* Where it does not fit, today is what one sees first. */}
      <div className="overflow-x-auto [direction:rtl]">
        <svg className="acceptance" viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} aria-hidden="true">
          {ticks.map(({ y, percent }) => (
            <g key={percent}>
              <line className="acceptance-grid" x1={0} x2={PLOT.plot} y1={y} y2={y} />
              <text className="acceptance-text" x={PLOT.width} y={y + 4} textAnchor="end">
                {percent}%
              </text>
            </g>
          ))}
          {bars.map(({ day, x, width, y, height, open }) => (
            <rect
              key={day}
              className="acceptance-bar"
              data-open={open || undefined}
              {...{ x, width, y, height }}
            />
          ))}
          {lines.map((points) => (
            <polyline key={points} className="acceptance-line" points={points} />
          ))}
          {labels.map(({ day, x }) => (
            <text key={day} className="acceptance-text" x={x} y={PLOT.height - 2} textAnchor="middle">
              {date(day)}
            </text>
          ))}
        </svg>
      </div>
      {days.length > 0 && <DayTable days={days} />}
    </>
  );
}

function useShortDay() {
  const locale = useLocale() as Locale;
  return (day: string) => formatInstant(locale, startOfDay(day), 'date');
}

function DayTable({ days }: { days: readonly ShareOfDay[] }) {
  const t = useTranslations('overview.acceptance');
  const date = useShortDay();
  const share = useShare();
  return (
    <ChartTable
      caption={t('title')}
      head={[t('day'), t('share'), t('tries')]}
      rows={days.map((day) => [date(day.day), share(day), day.tries])}
    />
  );
}
