'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useSince } from '#components/deliveries/use-since.ts';
import { CheckLine, WaitingChecks } from '#components/overview/check-line.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { CheckList } from '#components/ui/check-list.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { type IncidentLine, shownIncidentsOptions } from '#lib/deliveries/queries.ts';
import { placeOf } from '#lib/deliveries/rules.ts';
import { type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { withoutScheme } from '#lib/webhooks/target.ts';

/** Receivers listed by name; further failing ones are a count. */
const MOST_FAILING = 3;
const MOST_WELL = 3;
const LINES = ['first', 'second'];

/** Tells if notices arrive: receivers with open failures, then the registered addresses that have none. */
export function WebhooksPanel({ account }: { account: string }) {
  const t = useTranslations('overview.webhooks');
  const { capabilities } = useSession().account;
  const query = useQuery(shownIncidentsOptions(account));
  const { data, error, refetch } = useQuery({
    ...webhooksOptions(account),
    enabled: capabilities.includes('webhooks'),
  });
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={<Link href={`/${account}/deliveries`}>{t('all')}</Link>}
      skeleton={<WaitingChecks lines={LINES} />}
    >
      {({ items }) => {
        const failing = new Set(items.map(({ webhookId }) => webhookId));
        const well = (data?.items ?? []).filter(({ id, active }) => active !== false && !failing.has(id));
        const unread = error !== null && data === undefined && (
          <ErrorCard className="border-0" error={error} onRetry={() => void refetch()} />
        );
        if (items.length === 0 && well.length === 0)
          return unread || <p className="text-ink-3">{t('none')}</p>;
        return (
          <CheckList>
            {items.slice(0, MOST_FAILING).map((incident) => (
              <Failing key={incident.webhookId ?? incident.host} account={account} incident={incident} />
            ))}
            {items.length > MOST_FAILING && (
              <CheckLine kind="danger" what={t('more', { count: items.length - MOST_FAILING })} />
            )}
            {well.slice(0, MOST_WELL).map((row) => (
              <Well key={row.id} row={row} />
            ))}
          </CheckList>
        );
      }}
    </QueryPanel>
  );
}

function Failing({ account, incident }: { account: string; incident: IncidentLine }) {
  const t = useTranslations('overview.webhooks');
  const { webhookId, url, failing, since, lastStatus, callbacks, amount } = incident;
  const of = new URLSearchParams({ outcome: 'failed', ...(webhookId === null ? { url } : { webhookId }) });
  const time = useSince(since);
  const status = lastStatus === null ? t('noAnswer') : String(lastStatus);
  return (
    <CheckLine
      kind={failing ? 'danger' : 'warn'}
      what={
        <Link className="block truncate" href={`/${account}/deliveries?${of}`} title={url}>
          {placeOf(incident)}
        </Link>
      }
      aside={t('failures', { count: callbacks })}
    >
      {t(failing ? 'since' : 'left', { status, time })}
      {amount > 0 && ` · ${t('untold', { amount: formatBrl(amount) })}`}
    </CheckLine>
  );
}

function Well({ row: { url, id, week } }: { row: WebhookRow }) {
  const t = useTranslations('overview.webhooks');
  const format = useFormatter();
  const sent = week === null ? 0 : week.delivered + week.failed;
  const share = week === null || sent === 0 ? null : week.delivered / sent;
  return (
    <CheckLine
      kind="ok"
      what={
        <span className="block truncate" title={url ?? undefined}>
          {url === null ? id : withoutScheme(url)}
        </span>
      }
      aside={
        share !== null &&
        t('week', { share: format.number(share, { style: 'percent', maximumFractionDigits: 1 }) })
      }
    />
  );
}
