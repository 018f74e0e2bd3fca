'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Link } from '#components/ui/link.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/money.ts';
import { latestOptions } from '#lib/trail/queries.ts';
import { Result } from './audit-cell.tsx';
import { useActionLabels } from './use-audit-labels.ts';

/** A person's last actions, newest on top; each leads to its entry among all of theirs. */
export function LatestActions({ operator }: { operator: string }) {
  const t = useTranslations('audit.latest');
  const { data, error, refetch } = useQuery(latestOptions(operator));
  const words = useActionLabels();
  if (error !== null) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ReadingLine words={t('reading')} width="60%" />;
  if (data.items.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  return (
    <ul className="line-list" aria-label={t('label')}>
      {data.items.map(({ id, at, action, amount, targetName, account, result }) => (
        <li key={id}>
          <div className="min-w-0 flex-1 basis-40">
            <Link href={`/settings/audit?operator=${encodeURIComponent(operator)}&open=${id}`}>
              {words(action)}
              {amount !== null && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatBrl(amount)}</span>
                </>
              )}
            </Link>
            <div className="text-xs break-words text-ink-3">
              {[targetName, account?.name].filter(Boolean).join(' · ')}
            </div>
          </div>
          <div className="ml-auto flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
            {result !== 'ok' && <Result result={result} />}
            <Instant at={at} variant="minute" />
          </div>
        </li>
      ))}
    </ul>
  );
}
