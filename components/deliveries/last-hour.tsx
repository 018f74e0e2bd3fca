'use client';

import { scaleLinear } from '@visx/scale';
import { useLocale, useTranslations } from 'next-intl';
import { Chart } from '#components/ui/chart.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { IncidentLine } from '#lib/deliveries/queries.ts';

const BAR_MS = 120_000;
/** Of the width: nearer to an end the time it stopped stands instead of that end's. */
const ROOM = 0.4;

type Props = Pick<IncidentLine, 'bars' | 'since'>;

/** Delivered above the line, failed below. */
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
  // One scale for both, so that a storm of failures is not drawn small.
  const most = Math.max(...bars.map(({ delivered, failed }) => Math.max(28, delivered, (failed * 28) / 16)));
  const y = scaleLinear<number>({ domain: [0, most], range: [31, 3] });
  return (
    <figure className="min-w-0 @max-[36rem]/room:hidden">
      <Chart
        keys={bars.map(({ at }) => at)}
        width={240}
        height={48}
        gap={1}
        stretch
        svgClassName="block h-13 w-full"
        series={[
          {
            shape: 'bar',
            values: bars.map(({ delivered }) => delivered),
            y,
            least: 1.5,
            className: 'fill-ok-line forced-color-adjust-none',
          },
          {
            shape: 'bar',
            values: bars.map(({ failed }) => -failed),
            y,
            least: 1.5,
            className: 'fill-danger-line forced-color-adjust-none',
          },
        ]}
        baseline={31}
        marker={stopped}
        ruleClassName="stroke-ink-3 [stroke-width:0.6]"
        caption={label}
        columns={[t('at'), t('delivered'), t('failed')]}
        rows={bars
          .filter(({ delivered, failed }) => delivered + failed > 0)
          .map(({ at, delivered, failed }) => [clock(at), delivered, failed])}
      />
      <figcaption className="relative flex justify-between text-2xs" aria-hidden="true">
        <span>{(stopped === null || stopped > ROOM) && clock(first.at)}</span>
        {stopped !== null && (
          <span
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `clamp(2rem, ${stopped * 100}%, 100% - 2rem)` }}
          >
            {t('stopped', { time: clock(since) })}
          </span>
        )}
        <span>{(stopped === null || stopped < 1 - ROOM) && clock(last.at)}</span>
      </figcaption>
    </figure>
  );
}
