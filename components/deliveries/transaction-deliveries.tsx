'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { useEventLabels } from '#components/resends/use-labels.ts';
import { ShortAddress } from '#components/ui/address.tsx';
import { DetailPart } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status } from '#components/ui/status.tsx';
import { type DeliveryLine, transactionDeliveriesOptions } from '#lib/deliveries/queries.ts';
import { MissingWhy } from './empty-deliveries.tsx';
import { OUTCOME_KINDS, useReachLabels } from './outcome-facets.tsx';

/** A transaction's notices, one line per event and address; without any, explains why that may be. */
export function TransactionDeliveries({ transactionId }: { transactionId: string }) {
  const t = useTranslations('deliveries.ofTransaction');
  const { account } = useSession();
  const has = account.capabilities.includes('deliveries');
  const query = useQuery({ ...transactionDeliveriesOptions(account.slug, transactionId), enabled: has });
  const reach = useReachLabels();
  if (!has) return null;
  const { data, error } = query;
  if (data === undefined)
    return (
      error && (
        <DetailPart title={t('title')}>
          <QueryBody query={query} />
        </DetailPart>
      )
    );
  const path = `/${account.slug}/deliveries`;
  const groups = [...Map.groupBy(data.items, ({ event, url }) => `${event} ${url}`).values()];
  return (
    <DetailPart
      title={t('title')}
      action={
        <Link className="text-xs" href={`${path}?transactionId=${encodeURIComponent(transactionId)}`}>
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
          {groups.map(
            ([newest, ...older]) =>
              newest && <Notice key={newest.id} newest={newest} count={1 + older.length} path={path} />,
          )}
        </ul>
      )}
    </DetailPart>
  );
}

type NoticeProps = { newest: DeliveryLine; count: number; path: string };

function Notice({ newest: { id, event, url, status, outcome, createdAt }, count, path }: NoticeProps) {
  const t = useTranslations('deliveries');
  const eventLabel = useEventLabels()(event);
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Status kind={OUTCOME_KINDS[outcome]} calm={outcome !== 'failed'}>
        <Link
          className="inline-flex min-h-6 items-center"
          href={`${path}/${encodeURIComponent(id)}`}
          title={url ?? undefined}
        >
          {t('ofTransaction.line', { event: eventLabel, status: String(status ?? t('table.noAnswer')) })}
        </Link>
      </Status>
      <span className="flex min-w-0 flex-[1_1_10rem] gap-x-1 text-xs text-ink-3">
        {url !== null && <ShortAddress url={url} />}
        {count > 1 && (
          <span className="flex-none">
            {url !== null && '· '}
            {t('ofTransaction.times', { count })}
          </span>
        )}
      </span>
      <span className="ml-auto text-xs text-ink-3">
        <Instant at={createdAt} variant="minute" />
      </span>
    </li>
  );
}
