'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { CSSProperties } from 'react';
import { ChartTable } from '#components/ui/chart-table.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { IncidentLine } from '#lib/deliveries/queries.ts';

const WIDTH = 240;
const AXIS = 31;
const UP = 28;
const DOWN = 16;
const LINE = 'stroke-ink-3 stroke-[0.6]';
const BAR_MS = 120_000;
/** Of the width: nearer to an end the time it stopped stands instead of that end's. */
const ROOM = 0.4;

type Props = Pick<IncidentLine, 'bars' | 'since'>;

/** Delivered above the line, failed below; the same as a table for screen readers. */
export function LastHour({ bars, since }: Props) {
  const t = useTranslations('deliveries.incident');
  const locale = useLocale() as Locale;
  const clock = (at: string) => formatInstant(locale, at, 'time-minute');
  const sum = (of: 'delivered' | 'failed') => bars.reduce((all, bar) => all + bar[of], 0);
  const label = t('chart', { delivered: sum('delivered'), failed: sum('failed') });
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = Date.parse(first.at);
  const part = (Date.parse(since) - start) / (Date.parse(last.at) + BAR_MS - start);
  const stopped = part > 0 && part < 1 ? part : null;
  return (
    <figure
      className="min-w-0 @max-[36rem]/room:hidden"
      style={{ '--at': `${(stopped ?? 0) * 100}%` } as CSSProperties}
    >
      <Bars bars={bars} stopped={stopped} />
      <figcaption aria-hidden="true" className="relative flex justify-between text-2xs">
        <span>{(stopped === null || stopped > ROOM) && clock(first.at)}</span>
        {stopped !== null && (
          <span className="absolute left-[clamp(2rem,var(--at),100%_-_2rem)] -translate-x-1/2 whitespace-nowrap">
            {t('stopped', { time: clock(since) })}
          </span>
        )}
        <span>{(stopped === null || stopped < 1 - ROOM) && clock(last.at)}</span>
      </figcaption>
      <ChartTable
        caption={label}
        head={[t('at'), t('delivered'), t('failed')]}
        rows={bars
          .filter(({ delivered, failed }) => delivered + failed > 0)
          .map(({ at, delivered, failed }) => [clock(at), delivered, failed])}
      />
    </figure>
  );
}

/** Both directions in one scale, so that a storm of failures is not drawn small. */
function Bars({ bars, stopped }: Pick<Props, 'bars'> & { stopped: number | null }) {
  const most = Math.max(1, ...bars.map((bar) => Math.max(bar.delivered / UP, bar.failed / DOWN)));
  const step = WIDTH / bars.length;
  const tall = (count: number) => (count === 0 ? 0 : Math.max(1.5, count / most));
  return (
    <svg
      className="block h-13 w-full"
      viewBox={`0 0 ${WIDTH} 48`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map((bar, index) => (
        <g key={bar.at}>
          <rect
            className="fill-ok-line forced-color-adjust-none"
            x={index * step}
            y={AXIS - 1 - tall(bar.delivered)}
            width={Math.max(1, step - 1)}
            height={tall(bar.delivered)}
          />
          <rect
            className="fill-danger-line forced-color-adjust-none"
            x={index * step}
            y={AXIS + 1}
            width={Math.max(1, step - 1)}
            height={tall(bar.failed)}
          />
        </g>
      ))}
      <path className={LINE} d={`M0 ${AXIS}H${WIDTH}`} />
      {stopped !== null && <path className={LINE} d={`M${stopped * WIDTH} 0V48`} />}
    </svg>
  );
}
