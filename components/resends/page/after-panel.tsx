'use client';

import { useLocale, useTranslations } from 'next-intl';
import { ChartTable } from '#components/ui/chart-table.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { type Bar, histogramOf, medianWait } from '#lib/resends/figures.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';

const WIDTH = 240;
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
  const most = Math.max(...bars.map(({ count }) => count));
  const step = WIDTH / bars.length;
  const last = bars.at(-1);
  const middle = bars[Math.floor(bars.length / 2)];
  return (
    <>
      <svg
        className="block h-[3.875rem] w-full"
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ from, count }, index) => {
          const height = count === 0 ? 0 : Math.max(0.5, (HEIGHT * count) / most);
          return (
            <rect
              key={from}
              className="fill-ok-line forced-color-adjust-none"
              x={index * step + 1}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
            />
          );
        })}
        <path className="stroke-line-strong" d={`M0 ${HEIGHT + 0.5}H${WIDTH}`} />
      </svg>
      <div className="mb-2 flex justify-between text-2xs text-ink-3" aria-hidden="true">
        <span>{t('seconds', { seconds: 0 })}</span>
        {bars.length > 3 && <span>{t('seconds', { seconds: middle?.from ?? 0 })}</span>}
        <span>{t('seconds', { seconds: last?.to ?? 0 })}</span>
      </div>
      <ChartTable
        caption={label}
        head={[t('table'), t('count')]}
        rows={bars.map(({ from, to, count, open }) => [
          open ? t('barOpen', { from }) : t('bar', { from, to }),
          count,
        ])}
      />
    </>
  );
}
