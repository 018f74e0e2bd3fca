'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import {
  type Bar,
  CHART,
  type VolumeGeometry,
  volumeGeometry,
} from '#components/overview/volume-geometry.ts';
import { ChartSlider } from '#components/ui/chart-slider.tsx';
import { ChartTable } from '#components/ui/chart-table.tsx';
import { formatInstant, type Locale, startOfDay } from '#lib/dates.ts';
import { formatBrl } from '#lib/money.ts';

type Day = { day: string; in: number; out: number };
type Props = {
  days: readonly Day[];
  pointed: number | null;
  onPoint: (index: number | null) => void;
};

/** Thirty days: in above the axis, out below it. */
export function VolumeChart({ days, pointed, onPoint }: Props) {
  const t = useTranslations('overview.volume');
  const geometry = useMemo(() => volumeGeometry(days), [days]);
  const wordsOf = useDayLabels();
  const last = days.length - 1;
  return (
    <div className="overflow-x-auto" ref={showLatest}>
      <ChartSlider
        className="chart-room"
        label={t('slider')}
        count={days.length}
        pointed={pointed}
        onPoint={onPoint}
        text={(at) => {
          const day = days[at];
          return day ? wordsOf(day, at === last) : '';
        }}
        indexAt={(part) => {
          const x = part * CHART.width;
          return x > CHART.plot ? null : Math.floor(x / geometry.slot);
        }}
      >
        <Drawing geometry={geometry} pointed={pointed} />
      </ChartSlider>
      <DayTable days={days} />
    </div>
  );
}

/** On a narrow screen the newest days are what is looked for. */
function showLatest(box: HTMLElement | null): void {
  if (box !== null) box.scrollLeft = box.scrollWidth;
}

function useDayLabels(): (day: Day, open: boolean) => string {
  const t = useTranslations('overview.volume');
  const locale = useLocale() as Locale;
  return (day, open) =>
    t(open ? 'valueOpen' : 'value', {
      day: formatInstant(locale, startOfDay(day.day), 'day'),
      inName: t('in'),
      outName: t('out'),
      in: formatBrl(day.in),
      out: formatBrl(day.out),
    });
}

function Drawing({ geometry, pointed }: { geometry: VolumeGeometry; pointed: number | null }) {
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      aria-hidden="true"
      focusable="false"
    >
      {geometry.bars.map((bar, index) => (
        <DayGround key={bar.day} bar={bar} slot={geometry.slot} index={index} pointed={index === pointed} />
      ))}
      <Ticks geometry={geometry} />
      {geometry.bars.map((bar) => (
        <Sides key={bar.day} bar={bar} />
      ))}
      <path className="chart-axis" d={`M0 ${geometry.axis + 1}H${CHART.plot}`} />
      <DayLabels geometry={geometry} />
    </svg>
  );
}

function DayGround({
  bar,
  slot,
  index,
  pointed,
}: {
  bar: Bar;
  slot: number;
  index: number;
  pointed: boolean;
}) {
  if (!bar.weekend && !pointed) return null;
  return (
    <rect
      className={pointed ? 'chart-pointed' : 'chart-weekend'}
      x={index * slot}
      y={CHART.top}
      width={slot}
      height={CHART.bottom - CHART.top}
    />
  );
}

function Sides({ bar }: { bar: Bar }) {
  const open = bar.open || undefined;
  return (
    <>
      <rect
        className="chart-in"
        data-open={open}
        x={bar.x}
        y={bar.in.y}
        width={bar.width}
        height={bar.in.height}
      />
      <rect
        className="chart-out"
        data-open={open}
        x={bar.x}
        y={bar.out.y}
        width={bar.width}
        height={bar.out.height}
      />
    </>
  );
}

/** Amounts at the right; the two ends name the unit, those between only the number. */
function Ticks({ geometry }: { geometry: VolumeGeometry }) {
  const t = useTranslations('overview.volume');
  const format = useFormatter();
  const most = Math.max(...geometry.ticks.map((tick) => tick.cents));
  const [unit, size] =
    most >= 100_000_000
      ? [t('million'), 100_000_000]
      : most >= 100_000
        ? [t('thousand'), 100_000]
        : ['', 100];
  return geometry.ticks.map((tick, index) => {
    const number = format.number(tick.cents / size, { maximumFractionDigits: 1 });
    const end = index === 0 || index === geometry.ticks.length - 1;
    const words = end && tick.cents > 0 ? `R$ ${number}${unit === '' ? '' : ` ${unit}`}` : number;
    return (
      <g key={tick.y}>
        <path className="chart-line" d={`M0 ${tick.y}H${CHART.plot}`} />
        <text x={CHART.width} y={tick.y + 4} textAnchor="end">
          {words}
        </text>
      </g>
    );
  });
}

function DayLabels({ geometry }: { geometry: VolumeGeometry }) {
  const t = useTranslations('overview.volume');
  const locale = useLocale() as Locale;
  return geometry.labels.map(({ x, day }) => (
    <text key={day ?? 'today'} x={x} y={CHART.labels} textAnchor="middle">
      {day === null ? t('today') : formatInstant(locale, startOfDay(day), 'date')}
    </text>
  ));
}

function DayTable({ days }: Pick<Props, 'days'>) {
  const t = useTranslations('overview.volume');
  const locale = useLocale() as Locale;
  const words = (day: string) => formatInstant(locale, startOfDay(day), 'day');
  const [from, to] = [words(days[0]?.day ?? ''), words(days.at(-1)?.day ?? '')];
  return (
    <ChartTable
      caption={t('caption', { inName: t('in'), outName: t('out'), from, to })}
      head={[t('day'), t('in'), t('out')]}
      rows={days.map((day, index) => [
        `${words(day.day)}${index === days.length - 1 ? `, ${t('open')}` : ''}`,
        formatBrl(day.in),
        formatBrl(day.out),
      ])}
    />
  );
}
