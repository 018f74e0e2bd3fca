'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Chart, roundScale } from '#components/ui/chart.tsx';
import { formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { VolumeDay } from '#lib/overview/contract.ts';
import { isWeekend } from '#lib/overview/rules.ts';

type Props = {
  days: readonly VolumeDay[];
  pointed: number | null;
  onPoint: (index: number | null) => void;
  onOpen: (index: number) => void;
  /** Size of the chart, equal to its placeholder's. */
  className: string;
};

/** Smallest top of the scale, in cents. */
const LEAST = 200;
/** Up to this many days each has a label; otherwise only Mondays. */
const WEEK = 7;
/** Days before today without a label, so that today's fits. */
const LABEL_DAYS = 3;
const OPEN = '[stroke-dasharray:2.5_2]';

/** Money in above the axis and out below it, on one scale. */
export function VolumeChart({ days, pointed, onPoint, onOpen, className }: Props) {
  const t = useTranslations('overview.volume');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  const names = { inName: t('in'), outName: t('out') };
  const dayName = (day: string) => formatInstant(locale, startOfDay(day), 'day');
  const last = days.length - 1;
  const isWeek = days.length <= WEEK;
  const { y, ticks } = roundScale(
    [-Math.max(0, ...days.map((day) => day.out)), Math.max(LEAST, ...days.map((day) => day.in))],
    [158, 8],
  );
  const most = Math.max(...ticks.map(Math.abs));
  const [unit, size] =
    most >= 100_000_000
      ? [` ${t('million')}`, 100_000_000]
      : most >= 100_000
        ? [` ${t('thousand')}`, 100_000]
        : ['', 100];
  return (
    // A narrow screen scrolls, starting at the newest days.
    <div className="overflow-x-auto [direction:rtl]">
      <Chart
        keys={days.map(({ day }) => day)}
        width={776}
        height={178}
        plotWidth={706}
        top={8}
        bottom={158}
        gap={6}
        className={`${className} cursor-pointer [direction:ltr]`}
        series={[
          {
            shape: 'bar',
            values: days.map((day) => day.in),
            y,
            className: 'fill-chart-in',
            openClassName: `fill-accent-soft stroke-chart-in ${OPEN}`,
          },
          {
            shape: 'bar',
            values: days.map((day) => -day.out),
            y,
            className: 'fill-chart-out',
            openClassName: `fill-surface stroke-chart-out ${OPEN}`,
          },
        ]}
        open
        bands={days.map(({ day }) => (isWeekend(day) ? 'weekend' : null))}
        yScale={y}
        yTicks={ticks}
        // Only the first and last tick have a unit.
        yFormat={(cents, index) => {
          const number = format.number(Math.abs(cents) / size, { maximumFractionDigits: 1 });
          const end = index === 0 || index === ticks.length - 1;
          return end && cents !== 0 ? `R$ ${number}${unit}` : number;
        }}
        baseline={y(0)}
        labels={days.flatMap(({ day }, index) => {
          if (index === last) return { key: day, text: t('today') };
          const isMonday = new Date(`${day}T12:00:00Z`).getUTCDay() === 1;
          return isWeek || (isMonday && index > 0 && days.length - index > LABEL_DAYS)
            ? { key: day, text: formatInstant(locale, startOfDay(day), 'date') }
            : [];
        })}
        sliderLabel={t('slider')}
        valueText={(index) => {
          const day = days[index];
          if (day === undefined) return '';
          return t(index === last ? 'valueOpen' : 'value', {
            ...names,
            day: dayName(day.day),
            in: formatBrl(day.in),
            out: formatBrl(day.out),
          });
        }}
        pointed={pointed}
        onPoint={onPoint}
        onOpen={onOpen}
        caption={t('caption', {
          ...names,
          from: dayName(days[0]?.day ?? ''),
          to: dayName(days[last]?.day ?? ''),
        })}
        columns={[t('day'), names.inName, names.outName]}
        rows={days.map((day, index) => [
          `${dayName(day.day)}${index === last ? `, ${t('open')}` : ''}`,
          formatBrl(day.in),
          formatBrl(day.out),
        ])}
      />
    </div>
  );
}
