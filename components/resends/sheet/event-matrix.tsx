'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useStatusWord } from '#components/ui/use-status-word.ts';
import type { Preview } from '#lib/resends/queries.ts';
import { matrixOf } from './matrix.ts';

/** Counts each event's notices by the transactions' present state. */
export function EventMatrix({ events }: { events: Preview['events'] }) {
  const t = useTranslations('resends.checkStep');
  const status = useStatusWord();
  const locale = useLocale();
  const matrix = matrixOf(events);
  const name = (event: string | null) =>
    event === null ? (
      <span className="text-ink-3">{t('unknownEvent')}</span>
    ) : (
      <span className="mono">{event}</span>
    );
  const cell = (count: number) =>
    count === 0 ? <span className="text-ink-3">–</span> : count.toLocaleString(locale);
  return (
    <div className="overflow-x-auto">
      <table className="table table-bare table-auto">
        <caption className="sr-only">{t('matrix')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('event')}</th>
            {matrix.statuses.map((word) => (
              <th key={word ?? ''} scope="col" className="num">
                {word === null ? t('unknownStatus') : status(word)}
              </th>
            ))}
            <th scope="col" className="num">
              {t('notices')}
            </th>
          </tr>
        </thead>
        <tbody>
          {matrix.rows.map((row) => (
            <tr key={row.event ?? ''}>
              <th scope="row">{name(row.event)}</th>
              {row.counts.map((count, index) => (
                <td key={matrix.statuses[index] ?? ''} className="num">
                  {cell(count)}
                </td>
              ))}
              <td className="num">
                <b>{row.total.toLocaleString(locale)}</b>
              </td>
            </tr>
          ))}
          {matrix.rows.length > 1 && (
            <tr>
              <th scope="row">
                <b>{t('total')}</b>
              </th>
              {matrix.totals.map((count, index) => (
                <td key={matrix.statuses[index] ?? ''} className="num">
                  <b>{cell(count)}</b>
                </td>
              ))}
              <td className="num">
                <b>{matrix.total.toLocaleString(locale)}</b>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
