'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import { metricsQuery } from '#lib/overview/queries.ts';
import { type Figure, type FigureRow, figureRows, figuresOf } from '#lib/overview/rules.ts';

const LINES = ['first', 'second', 'third', 'fourth', 'fifth'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** No document names these figures: a known name is translated, another is shown as the service names it. */
export function MetricsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.metrics');
  const query = useQuery(metricsQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      note={t('note')}
      skeleton={LINES.map((line) => (
        <p key={line}>
          <Skeleton width="80%" />
        </p>
      ))}
    >
      {({ metrics }) => <Figures rows={figureRows(figuresOf(metrics))} />}
    </QueryPanel>
  );
}

function Figures({ rows }: { rows: readonly FigureRow[] }) {
  const t = useTranslations('overview.metrics');
  if (rows.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  return (
    <FigureTable>
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col" className="num">
            {t('count')}
          </th>
          <th scope="col" className="num">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <Name name={row.name} />
            <Values row={row} />
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

/** Message keys cannot contain dots: `payments.paid` has the key `payments-paid`. */
function Name({ name }: { name: string }) {
  const t = useTranslations('overview.metrics.names');
  const key = name.replaceAll('.', '-');
  if (t.has(key))
    return (
      <th scope="row" title={name}>
        {t(key as 'deposits')}
      </th>
    );
  return (
    <th scope="row" className="mono text-xs break-all">
      {name}
    </th>
  );
}

function Values({ row: { count, cents, value } }: { row: FigureRow }) {
  const format = useFormatter();
  if (count === null && cents === null)
    return (
      <td className="num" colSpan={2}>
        <Value value={value ?? ''} />
      </td>
    );
  return (
    <>
      <td className="num">{count === null ? '–' : format.number(count)}</td>
      <td className="num">{cents === null ? '–' : <Money cents={cents} />}</td>
    </>
  );
}

function Value({ value }: { value: Figure['value'] }) {
  const format = useFormatter();
  if (typeof value === 'number') return format.number(value);
  return INSTANT.test(value) ? <Instant at={value} variant="minute" /> : value;
}
