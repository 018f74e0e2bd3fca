'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useSince } from '#components/deliveries/use-since.ts';
import { CheckLine, QueryPanel, WaitingChecks } from '#components/overview/query-panel.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { type IncidentLine, shownIncidentsOptions } from '#lib/deliveries/queries.ts';
import { type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { addressName } from '#lib/webhooks/target.ts';

/** More endpoints are shown as a count. */
const MOST_ENDPOINTS = 6;
const LINES = ['first', 'second'];

/** A registered endpoint, or one known only by its failed deliveries. */
type Endpoint = { key: string; row: WebhookRow | null; incident: IncidentLine | null };

/** One line per endpoint: those that fail now, those with open failures, then the others. */
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
        const endpoints = endpointsOf(items, data?.items ?? []);
        if (endpoints.length === 0)
          return error !== null && data === undefined ? (
            <ErrorCard className="border-0" error={error} onRetry={() => void refetch()} />
          ) : (
            <p className="text-ink-3">{t('none')}</p>
          );
        const further = endpoints.length - MOST_ENDPOINTS;
        return (
          <CheckList>
            {endpoints.slice(0, MOST_ENDPOINTS).map(({ key, row, incident }) => (
              <EndpointLine key={key} account={account} row={row} incident={incident} />
            ))}
            {further > 0 && (
              <CheckLine
                kind={endpoints[MOST_ENDPOINTS]?.incident?.failing ? 'danger' : 'idle'}
                what={<Link href={`/${account}/webhooks`}>{t('more', { count: further })}</Link>}
              />
            )}
          </CheckList>
        );
      }}
    </QueryPanel>
  );
}

function endpointsOf(incidents: readonly IncidentLine[], rows: readonly WebhookRow[]): Endpoint[] {
  const failing = incidents.map((incident) => ({
    key: incident.webhookId ?? incident.url,
    row: rows.find(({ id }) => id === incident.webhookId) ?? null,
    incident,
  }));
  const known = new Set(failing.map(({ row }) => row?.id));
  const others = rows.filter(({ id, active }) => active !== false && !known.has(id));
  return [...failing, ...others.map((row) => ({ key: row.id, row, incident: null }))];
}

type LineProps = { account: string; row: WebhookRow | null; incident: IncidentLine | null };

/** The address links to all its deliveries, the failures to the failed ones. */
function EndpointLine({ account, row, incident }: LineProps) {
  const t = useTranslations('overview.webhooks');
  const format = useFormatter();
  const url = incident?.url ?? row?.url ?? null;
  const id = incident?.webhookId ?? row?.id ?? null;
  const of: Record<string, string> = id === null ? { url: url ?? '' } : { webhookId: id };
  const deliveries = (more: Record<string, string> = {}) =>
    `/${account}/deliveries?${new URLSearchParams({ ...of, ...more })}`;
  const week = row?.week ?? null;
  const sent = week === null ? 0 : week.delivered + week.failed;
  return (
    <CheckLine
      kind={incident === null ? 'ok' : incident.failing ? 'danger' : 'warn'}
      what={
        <Link className="block truncate" href={deliveries()} title={url ?? undefined}>
          {url === null ? id : addressName(url)}
        </Link>
      }
      aside={
        week !== null &&
        sent > 0 &&
        t('week', {
          share: format.number(week.delivered / sent, { style: 'percent', maximumFractionDigits: 1 }),
        })
      }
    >
      {incident !== null && <Failures incident={incident} href={deliveries({ outcome: 'failed' })} />}
    </CheckLine>
  );
}

function Failures({ incident, href }: { incident: IncidentLine; href: string }) {
  const t = useTranslations('overview.webhooks');
  const { failing, since, lastStatus, callbacks, amount } = incident;
  const time = useSince(since);
  const status = lastStatus === null ? t('noAnswer') : String(lastStatus);
  return (
    <>
      <Link href={href}>{t('failures', { count: callbacks })}</Link>
      {` · ${t(failing ? 'since' : 'left', { status, time })}`}
      {amount > 0 && ` · ${t('untold', { amount: formatBrl(amount) })}`}
    </>
  );
}
