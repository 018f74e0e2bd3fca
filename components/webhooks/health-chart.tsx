'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef } from 'react';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { SLOW_MS } from '#lib/deliveries/verdict.ts';
import { wordMap } from '#lib/word-map.ts';
import styles from './health.module.css';
import type { Bar, HealthState } from './use-health.ts';

const UP = 30;
const DOWN = 16;
const AXIS = 32;
const TALL = 60;
const STEP = 30;

type Props = { bars: readonly Bar[]; health: HealthState; label: string };

/** Notices taken and refused by hour or day, and their speed; square-root heights, one scale per endpoint. */
export function HealthChart({ bars, health, label }: Props) {
  const t = useTranslations('webhooks.chart');
  const locale = useLocale() as Locale;
  const name = useBarName(health);
  const words = (bar: Bar) =>
    [
      t('bar', { at: name(bar.at), delivered: bar.delivered, failed: bar.failed }),
      bar.ms !== null && t('ms', { ms: bar.ms }),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <figure className={styles.chart}>
      <div className={styles.chartPlot}>
        <svg viewBox={`0 0 ${bars.length * STEP} ${TALL}`} preserveAspectRatio="none" aria-hidden="true">
          <Bars bars={bars} />
          <path className={styles.chartAxis} d={`M0 ${AXIS}H${bars.length * STEP}`} />
        </svg>
        <Choices bars={bars} health={health} label={label} words={words} />
      </div>
      <figcaption>
        {ticksOf(bars).map((at) => (
          <span key={at}>{formatInstant(locale, at, health.hourly ? 'time-minute' : 'date')}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/** '13:00', or 'qui 19 nov'. */
export function useBarName({ hourly }: Pick<HealthState, 'hourly'>): (at: string) => string {
  const locale = useLocale() as Locale;
  return (at) => formatInstant(locale, at, hourly ? 'time-minute' : 'day');
}

const STEPS = wordMap({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });

/** Each bar can be chosen; one stop of the Tab key for all of them, arrows move. */
function Choices({ bars, health, label, words }: Props & { words: (bar: Bar) => string }) {
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
    <div ref={group} role="group" aria-label={label} className={styles.chartChoices}>
      {bars.map((bar, place) => (
        <button
          key={bar.at}
          type="button"
          title={words(bar)}
          aria-label={words(bar)}
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

/** Five at most: the others are told by their place. */
function ticksOf(bars: readonly Bar[]): string[] {
  const last = bars.length - 1;
  const places =
    last < 7 ? bars.map((_, place) => place) : [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last));
  return places.flatMap((place) => bars[place]?.at ?? []);
}

function Bars({ bars }: { bars: readonly Bar[] }) {
  const root = Math.sqrt;
  const most = Math.max(
    1,
    ...bars.map(({ delivered, failed }) => Math.max(root(delivered), (root(failed) * UP) / DOWN)),
  );
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, (root(count) / most) * UP));
  return bars.map((bar, index) => (
    <g key={bar.at}>
      {bar.unknown && (
        <rect className={styles.chartUnknown} x={index * STEP} y={0} width={STEP} height={TALL} />
      )}
      <rect
        className={styles.chartOk}
        data-open={index === bars.length - 1 || undefined}
        x={index * STEP + 3}
        y={AXIS - high(bar.delivered)}
        width={STEP - 6}
        height={high(bar.delivered)}
      />
      <rect
        className={styles.chartBad}
        data-open={index === bars.length - 1 || undefined}
        x={index * STEP + 3}
        y={AXIS}
        width={STEP - 6}
        height={high(bar.failed)}
      />
      {bar.ms !== null && (
        <rect
          className={styles.chartMs}
          data-slow={bar.ms >= SLOW_MS || undefined}
          x={index * STEP + 3}
          y={TALL - 4 - Math.min(6, (6 * bar.ms) / 5000)}
          width={STEP - 6}
          height="2"
        />
      )}
    </g>
  ));
}
