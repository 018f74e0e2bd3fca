'use client';

import { scaleLinear, scaleSqrt } from '@visx/scale';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef } from 'react';
import { Chart } from '#components/ui/chart.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { SLOW_MS } from '#lib/deliveries/rules.ts';
import type { Bar, HealthState } from './use-webhooks.ts';

const UP = 30;
const DOWN = 16;
const AXIS = 32;
const MOST_MS = 5000;
const OWN_COLOUR = 'forced-color-adjust-none';

type Props = { bars: readonly Bar[]; health: HealthState; label: string };

/**
 * Delivered and failed notices by hour or day, and response times. Bar heights are square-root scaled, one
 * scale per endpoint.
 */
export function HealthChart({ bars, health, label }: Props) {
  const t = useTranslations('webhooks.chart');
  const locale = useLocale() as Locale;
  const name = useBarName(health);
  const labelOf = (bar: Bar) =>
    [
      t('bar', { at: name(bar.at), delivered: bar.delivered, failed: bar.failed }),
      bar.ms !== null && t('ms', { ms: bar.ms }),
    ]
      .filter(Boolean)
      .join(', ');
  // The area below the axis is smaller, so failures are scaled up to fit it.
  const most = Math.max(
    1,
    ...bars.map(({ delivered, failed }) => Math.max(delivered, failed * (UP / DOWN) ** 2)),
  );
  const y = scaleSqrt<number>({ domain: [0, most], range: [AXIS, AXIS - UP] });
  const speed = scaleLinear<number>({ domain: [0, MOST_MS], range: [56, 50], clamp: true });
  const speedOf = (slow: boolean) =>
    bars.map(({ ms }) => (ms !== null && ms >= SLOW_MS === slow ? ms : null));
  return (
    <figure className="m-0 min-w-0">
      <Chart
        keys={bars.map(({ at }) => at)}
        width={bars.length * 30}
        height={60}
        gap={6}
        stretch
        className="relative"
        svgClassName="block h-15 w-full"
        series={[
          {
            shape: 'bar',
            values: bars.map(({ delivered }) => delivered),
            y,
            least: 2,
            className: `fill-ok-line ${OWN_COLOUR}`,
            openClassName: `fill-ok-line [fill-opacity:0.5] ${OWN_COLOUR}`,
          },
          {
            shape: 'bar',
            values: bars.map(({ failed }) => -failed),
            y,
            least: 2,
            className: `fill-danger-line ${OWN_COLOUR}`,
            openClassName: `fill-danger-line [fill-opacity:0.5] ${OWN_COLOUR}`,
          },
          { shape: 'mark', values: speedOf(false), y: speed, className: `fill-ink-3 ${OWN_COLOUR}` },
          { shape: 'mark', values: speedOf(true), y: speed, className: `fill-warn-line ${OWN_COLOUR}` },
        ]}
        open
        bands={bars.map(({ unknown }) => (unknown ? 'unknown' : null))}
        baseline={AXIS}
        ruleClassName="stroke-line-strong"
      >
        <Choices bars={bars} health={health} label={label} labelOf={labelOf} />
      </Chart>
      <figcaption className="flex justify-between gap-1 text-[0.75rem] text-ink-3">
        {ticksOf(bars).map((at) => (
          <span key={at}>{formatInstant(locale, at, health.hourly ? 'time-minute' : 'date')}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Names a bar: '13:00', or 'qui 19 nov'. */
export function useBarName({ hourly }: Pick<HealthState, 'hourly'>): (at: string) => string {
  const locale = useLocale() as Locale;
  return (at) => formatInstant(locale, at, hourly ? 'time-minute' : 'day');
}

const STEPS = lookupTable({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });

/** Makes the bars selectable: the group is one Tab stop, and arrow keys move within it. */
function Choices({ bars, health, label, labelOf }: Props & { labelOf: (bar: Bar) => string }) {
  const group = useRef<HTMLDivElement>(null);
  const chosen = bars.findIndex(({ at }) => at === health.chosen);
  const stop = chosen < 0 ? bars.length - 1 : chosen;
  const move = (event: KeyboardEvent<HTMLButtonElement>, place: number) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(bars.length - 1, Math.max(0, place + step));
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field stands in it
    <div ref={group} role="group" aria-label={label} className="absolute inset-0 flex">
      {bars.map((bar, place) => (
        <button
          key={bar.at}
          type="button"
          className="min-w-0 flex-[1_1_0] border-0 bg-transparent p-0 enabled:hover:bg-[color-mix(in_oklab,var(--accent)_8%,transparent)] aria-pressed:bg-[color-mix(in_oklab,var(--accent)_14%,transparent)] aria-pressed:inset-ring aria-pressed:inset-ring-accent"
          title={labelOf(bar)}
          aria-label={labelOf(bar)}
          aria-pressed={place === chosen}
          tabIndex={place === stop ? 0 : -1}
          disabled={bar.unknown}
          onKeyDown={(event) => move(event, place)}
          onClick={() => health.choose(place === chosen ? null : bar.at)}
        />
      ))}
    </div>
  );
}

/** At most five axis labels, or seven bars all labelled. */
function ticksOf(bars: readonly Bar[]): string[] {
  const last = bars.length - 1;
  const places =
    last < 7 ? bars.map((_, place) => place) : [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last));
  return places.flatMap((place) => bars[place]?.at ?? []);
}
