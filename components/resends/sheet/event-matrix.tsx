'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Cell, Head, Row, Table } from '#components/ui/table.tsx';
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
      <Table auto bare>
        <caption className="sr-only">{t('matrix')}</caption>
        <thead>
          <tr>
            <Head>{t('event')}</Head>
            {matrix.statuses.map((word) => (
              <Head key={word ?? ''} className="text-right">
                {word === null ? t('unknownStatus') : status(word)}
              </Head>
            ))}
            <Head className="text-right">{t('notices')}</Head>
          </tr>
        </thead>
        <tbody>
          {matrix.rows.map((row) => (
            <Row key={row.event ?? ''}>
              <Cell names>{name(row.event)}</Cell>
              {row.counts.map((count, index) => (
                <Cell key={matrix.statuses[index] ?? ''} number>
                  {cell(count)}
                </Cell>
              ))}
              <Cell number>
                <b>{row.total.toLocaleString(locale)}</b>
              </Cell>
            </Row>
          ))}
          {matrix.rows.length > 1 && (
            <Row>
              <Cell names>
                <b>{t('total')}</b>
              </Cell>
              {matrix.totals.map((count, index) => (
                <Cell key={matrix.statuses[index] ?? ''} number>
                  <b>{cell(count)}</b>
                </Cell>
              ))}
              <Cell number>
                <b>{matrix.total.toLocaleString(locale)}</b>
              </Cell>
            </Row>
          )}
        </tbody>
      </Table>
    </div>
  );
}
