'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useEventLabels } from '#components/resends/use-labels.ts';
import { ShortAddress } from '#components/ui/address.tsx';
import { DetailPart } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status } from '#components/ui/status.tsx';
import { type DeliveryLine, transactionDeliveriesOptions } from '#lib/deliveries/queries.ts';
import { MissingWhy } from './empty-deliveries.tsx';
import { OUTCOME_KINDS } from './outcome.ts';
import { useReachLabels } from './outcome-facets.tsx';

/** A transaction's notices, one line per event and address; without any, explains why that may be. */
export function TransactionDeliveries({ transactionId }: { transactionId: string }) {
  const t = useTranslations('deliveries.ofTransaction');
  const { account } = useSession();
  const has = account.capabilities.includes('deliveries');
  const { data, error, refetch } = useQuery({
    ...transactionDeliveriesOptions(account.slug, transactionId),
    enabled: has,
  });
  const reach = useReachLabels();
  if (!has) return null;
  if (data === undefined)
    return (
      error && (
        <DetailPart title={t('title')}>
          <ReadError error={error} onRetry={() => void refetch()} />
        </DetailPart>
      )
    );
  const href = `/${account.slug}/deliveries?transactionId=${encodeURIComponent(transactionId)}`;
  const groups = [...Map.groupBy(data.items, ({ event, url }) => `${event} ${url}`).values()];
  return (
    <DetailPart
      title={t('title')}
      action={
        <Link className="text-xs" href={href}>
          {t('see')}
        </Link>
      }
    >
      {groups.length === 0 ? (
        <details className="text-xs text-ink-3">
          <summary>{t('none')}</summary>
          <div className="mt-1 grid gap-1">
            <MissingWhy />
            <span className="cap">{reach(data.reach)}</span>
          </div>
        </details>
      ) : (
        <ul className="grid gap-1">
          {groups.map((lines) => (
            <Notice key={lines[0]?.id} lines={lines} />
          ))}
        </ul>
      )}
    </DetailPart>
  );
}

/** Shows the newest attempt and the number of attempts. */
function Notice({ lines }: { lines: DeliveryLine[] }) {
  const t = useTranslations('deliveries');
  const event = useEventLabels();
  const { account } = useSession();
  const [newest] = lines;
  if (newest === undefined) return null;
  const answer = newest.status === null ? t('table.noAnswer') : String(newest.status);
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Status kind={OUTCOME_KINDS[newest.outcome]} calm={newest.outcome !== 'failed'}>
        <Link
          className="inline-flex min-h-6 items-center"
          href={`/${account.slug}/deliveries/${encodeURIComponent(newest.id)}`}
          title={newest.url ?? undefined}
        >
          {t('ofTransaction.line', { event: event(newest.event), status: answer })}
        </Link>
      </Status>
      <span className="flex min-w-0 flex-[1_1_10rem] gap-x-1 text-xs text-ink-3">
        {newest.url !== null && <ShortAddress url={newest.url} />}
        {lines.length > 1 && (
          <span className="flex-none">
            {newest.url !== null && '· '}
            {t('ofTransaction.times', { count: lines.length })}
          </span>
        )}
      </span>
      <span className="ml-auto text-xs text-ink-3">
        <Instant at={newest.createdAt} variant="minute" />
      </span>
    </li>
  );
}
