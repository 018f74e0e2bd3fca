'use client';

import { scaleLinear } from '@visx/scale';
import { useLocale, useTranslations } from 'next-intl';
import { Chart } from '#components/ui/chart.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { type Bar, histogramOf, medianWait } from '#lib/resends/figures.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';

const HEIGHT = 46;

/** How long each delivered one took, from what the history really shows. */
export function AfterPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.after');
  const locale = useLocale() as Locale;
  const bars = histogramOf(job.waits);
  const count = job.waits.reduce((sum, wait) => sum + wait.count, 0);
  const until = job.followedUntil;
  const note = until === null ? t('note') : t('until', { time: formatInstant(locale, until, 'minute') });
  return (
    <Panel title={t('title')} action={<span className="cap">{note}</span>}>
      {bars.length === 0 ? (
        <p className="text-xs text-ink-3">{t('none')}</p>
      ) : (
        <>
          <Waits bars={bars} label={t('chart', { count, seconds: medianWait(job.waits) ?? 0 })} />
          <p className="text-xs text-ink-3">{t('words', { count })}</p>
        </>
      )}
    </Panel>
  );
}

function Waits({ bars, label }: { bars: Bar[]; label: string }) {
  const t = useTranslations('resends.after');
  const y = scaleLinear<number>({
    domain: [0, Math.max(...bars.map(({ count }) => count))],
    range: [HEIGHT, 0],
  });
  const last = bars.at(-1);
  const middle = bars[Math.floor(bars.length / 2)];
  return (
    <>
      <Chart
        keys={bars.map(({ from }) => String(from))}
        width={240}
        height={HEIGHT + 1}
        gap={2}
        stretch
        svgClassName="block h-15.5 w-full"
        series={[
          {
            shape: 'bar',
            values: bars.map(({ count }) => count),
            y,
            least: 0.5,
            className: 'fill-ok-line forced-color-adjust-none',
          },
        ]}
        baseline={HEIGHT + 0.5}
        ruleClassName="stroke-line-strong"
        caption={label}
        columns={[t('table'), t('count')]}
        rows={bars.map(({ from, to, count, open }) => [
          open ? t('barOpen', { from }) : t('bar', { from, to }),
          count,
        ])}
      />
      <div className="mb-2 flex justify-between text-2xs text-ink-3" aria-hidden="true">
        <span>{t('seconds', { seconds: 0 })}</span>
        {bars.length > 3 && <span>{t('seconds', { seconds: middle?.from ?? 0 })}</span>}
        <span>{t('seconds', { seconds: last?.to ?? 0 })}</span>
      </div>
    </>
  );
}
