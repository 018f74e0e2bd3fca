'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useSince } from '#components/deliveries/use-since.ts';
import { STEP_STYLE, useReasonLabels } from '#components/disputes/use-labels.ts';
import { CheckLine, QueryPanel, useShare, WaitingChecks } from '#components/overview/query-panel.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { type IncidentLine, incidentsOptions } from '#lib/deliveries/queries.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { disputeName, disputePath, stepOf } from '#lib/disputes/rules.ts';
import { type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { addressName } from '#lib/webhooks/rules.ts';

export function DisputesPanel({ account }: { account: string }) {
  const t = useTranslations('due');
  const query = useQuery(firstDueOptions(account));
  const count = query.data?.sums.open.count ?? 0;
  return (
    <QueryPanel
      query={query}
      title={t('overview.title')}
      action={count > 0 && <Link href={`/${account}/disputes`}>{t('overview.all', { count })}</Link>}
      skeleton={<WaitingChecks />}
    >
      {({ items, completeAt }) =>
        items.length === 0 ? (
          <p className="text-ink-3">{t(completeAt === null ? 'partial' : 'overview.none')}</p>
        ) : (
          <CheckList>
            {items.map((item) => (
              <DisputeLine key={item.id} item={item} account={account} />
            ))}
          </CheckList>
        )
      }
    </QueryPanel>
  );
}

const INK = { calm: '', warn: 'text-warn-ink', danger: 'text-danger-ink' };

function DisputeLine({ item, account }: { item: Dispute; account: string }) {
  const t = useTranslations('due');
  const times = useTimeLabels();
  const reasonOf = useReasonLabels();
  const now = useNow(30_000);
  const { operator } = useSession().session;
  const { assignee, draft, deadline, amount } = item;
  const ms = deadline === null ? null : Date.parse(deadline) - now;
  const { icon, tone, urgency } = STEP_STYLE[ms === null ? 'calm' : stepOf(ms)];
  const remaining = ms === null ? t('left.none') : ms <= 0 ? t('left.over') : times.left(ms);
  const mine = assignee?.id === operator.id;
  const who = assignee === null ? t('overview.nobody') : mine ? t('overview.you') : assignee.name;
  const notes = [
    reasonOf(item),
    draft === null ? who : t('overview.drafted', { who, version: draft.version }),
    deadline !== null && times.when(deadline, now),
  ];
  return (
    <li>
      <Icon name={icon} tone={tone} />
      <span className="what">
        <b className={INK[urgency]}>{remaining}</b>{' '}
        <Link
          className="whitespace-nowrap"
          href={disputePath(account, item.id)}
          aria-label={t('overview.open', { name: disputeName(item), left: remaining })}
        >
          {disputeName(item)}
        </Link>
      </span>
      <span className="aside">
        <Money cents={amount} />
      </span>
      <div className="note">{notes.filter(Boolean).join(' · ')}</div>
    </li>
  );
}

/** More endpoints are shown as a count. */
const MOST_ENDPOINTS = 6;

/** A registered endpoint, or one known only by its failed deliveries. */
type Endpoint = { key: string; row: WebhookRow | null; incident: IncidentLine | null };

/** One line per endpoint: those that fail now, those with open failures, then the others. */
export function WebhooksPanel({ account }: { account: string }) {
  const t = useTranslations('overview.webhooks');
  const { capabilities } = useSession().account;
  const query = useQuery(incidentsOptions(account));
  const { data, error, refetch } = useQuery({
    ...webhooksOptions(account),
    enabled: capabilities.includes('webhooks'),
  });
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={<Link href={`/${account}/deliveries`}>{t('all')}</Link>}
      skeleton={<WaitingChecks />}
    >
      {({ items }) => {
        const endpoints = endpointsOf(items, data?.items ?? []);
        const further = endpoints.slice(MOST_ENDPOINTS);
        if (endpoints.length === 0)
          return error !== null && data === undefined ? (
            <ErrorCard className="border-0" error={error} onRetry={() => void refetch()} />
          ) : (
            <p className="text-ink-3">{t('none')}</p>
          );
        return (
          <CheckList>
            {endpoints.slice(0, MOST_ENDPOINTS).map((endpoint) => (
              <EndpointLine key={endpoint.key} account={account} endpoint={endpoint} />
            ))}
            {further.length > 0 && (
              <CheckLine
                kind={further[0]?.incident?.failing ? 'danger' : 'idle'}
                what={<Link href={`/${account}/webhooks`}>{t('more', { count: further.length })}</Link>}
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

/** The address links to all its deliveries, the failures to the failed ones. */
function EndpointLine({ account, endpoint: { row, incident } }: { account: string; endpoint: Endpoint }) {
  const t = useTranslations('overview.webhooks');
  const share = useShare();
  const url = incident?.url ?? row?.url ?? null;
  const id = incident?.webhookId ?? row?.id ?? null;
  const filter: Record<string, string> = id === null ? { url: url ?? '' } : { webhookId: id };
  const deliveries = (more: Record<string, string> = {}) =>
    `/${account}/deliveries?${new URLSearchParams({ ...filter, ...more })}`;
  const { delivered, failed } = row?.week ?? { delivered: 0, failed: 0 };
  const sent = delivered + failed;
  return (
    <CheckLine
      kind={incident === null ? 'ok' : incident.failing ? 'danger' : 'warn'}
      what={
        <Link className="block truncate" href={deliveries()} title={url ?? undefined}>
          {url === null ? id : addressName(url)}
        </Link>
      }
      aside={sent > 0 && t('week', { share: share(delivered, sent) })}
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
      {amount > 0 && ` · ${t('notNotified', { amount: formatBrl(amount) })}`}
    </>
  );
}
