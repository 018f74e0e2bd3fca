'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useStatusLabel } from '#components/ui/status.tsx';
import { Cell, Head, Row, Table } from '#components/ui/table.tsx';
import type { Preview } from '#lib/resends/queries.ts';

type Entry = { event: string | null; status: string | null; count: number };

const sum = (entries: readonly Entry[]) => entries.reduce((all, { count }) => all + count, 0);

function mostFirst<K extends 'event' | 'status'>(entries: readonly Entry[], by: K): (string | null)[] {
  const groups = [...Map.groupBy(entries, (entry) => entry[by])];
  return groups.sort((a, b) => sum(b[1]) - sum(a[1])).map(([word]) => word);
}

/** Counts by event (rows) and current status (columns), highest counts first. */
export function matrixOf(entries: readonly Entry[]) {
  const statuses = mostFirst(entries, 'status');
  const of = (event: string | null, status: string | null) =>
    sum(entries.filter((entry) => entry.event === event && entry.status === status));
  const rows = mostFirst(entries, 'event').map((event) => {
    const counts = statuses.map((status) => of(event, status));
    return { event, counts, total: counts.reduce((all, count) => all + count, 0) };
  });
  const totals = statuses.map((_, index) => rows.reduce((all, { counts }) => all + (counts[index] ?? 0), 0));
  return { statuses, rows, totals, total: sum(entries) };
}

/** Shows each event's notices by the current status of their transactions. */
export function EventMatrix({ events }: { events: Preview['events'] }) {
  const t = useTranslations('resends.checkStep');
  const status = useStatusLabel();
  const locale = useLocale();
  const { statuses, rows, totals, total } = matrixOf(events);
  const cell = (count: number) =>
    count === 0 ? <span className="text-ink-3">–</span> : count.toLocaleString(locale);
  return (
    <div className="overflow-x-auto">
      <Table bare>
        <caption className="sr-only">{t('matrix')}</caption>
        <thead>
          <tr>
            <Head>{t('event')}</Head>
            {statuses.map((word) => (
              <Head key={word ?? ''} className="text-right">
                {word === null ? t('unknownStatus') : status(word)}
              </Head>
            ))}
            <Head className="text-right">{t('notices')}</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.event ?? ''}>
              <Cell names>
                <span className={row.event === null ? 'text-ink-3' : 'mono'}>
                  {row.event ?? t('unknownEvent')}
                </span>
              </Cell>
              {row.counts.map((count, index) => (
                <Cell key={statuses[index] ?? ''} number>
                  {cell(count)}
                </Cell>
              ))}
              <Cell number>
                <b>{row.total.toLocaleString(locale)}</b>
              </Cell>
            </Row>
          ))}
          {rows.length > 1 && (
            <Row>
              <Cell names>
                <b>{t('total')}</b>
              </Cell>
              {[...totals, total].map((count, index) => (
                <Cell key={statuses[index] ?? `column ${index}`} number>
                  <b>{cell(count)}</b>
                </Cell>
              ))}
            </Row>
          )}
        </tbody>
      </Table>
    </div>
  );
}
