'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList, ListLine } from '#components/ui/list-line.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { latestOptions } from '#lib/audit-log/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import { Result, useActionLabels } from './audit-cell.tsx';

/** A person's latest actions, newest first. Each links to its entry in the log of this person. */
export function LatestActions({ operator }: { operator: string }) {
  const t = useTranslations('audit.latest');
  const { data, error, refetch } = useQuery(latestOptions(operator));
  const words = useActionLabels();
  if (error !== null) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ReadingLine words={t('reading')} width="60%" />;
  if (data.items.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  return (
    <LineList aria-label={t('label')}>
      {data.items.map(({ id, at, action, amount, targetName, account, result }) => (
        <ListLine
          key={id}
          name={
            <Link href={`/settings/audit?operator=${encodeURIComponent(operator)}&open=${id}`}>
              {words(action)}
              {amount !== null && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatBrl(amount)}</span>
                </>
              )}
            </Link>
          }
          note={[targetName, account?.name].filter(Boolean).join(' · ')}
        >
          {result !== 'ok' && <Result result={result} />}
          <Instant at={at} variant="minute" />
        </ListLine>
      ))}
    </LineList>
  );
}
