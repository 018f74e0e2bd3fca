'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { metricsQuery } from '#lib/overview/queries.ts';
import { type Figure, figuresOf } from '#lib/overview/rules.ts';

const LINES = ['first', 'second', 'third', 'fourth', 'fifth'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** No document names these figures: the service's own names, and its own units. */
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
      {({ metrics }) => <Figures figures={figuresOf(metrics)} />}
    </QueryPanel>
  );
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  const t = useTranslations('overview.metrics');
  if (figures.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  return (
    <table className="figures">
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('value')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row" className="mono text-xs break-all">
              {name}
            </th>
            <td className="num">
              <Value value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: Figure['value'] }) {
  const format = useFormatter();
  if (typeof value === 'number') return format.number(value);
  return INSTANT.test(value) ? <Instant at={value} look="minute" /> : value;
}
