'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { CurrentStateButton } from '#components/resends/resend-button.tsx';
import { useEventLabels } from '#components/resends/use-labels.ts';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId, shortId } from '#components/ui/copy-button.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status, useStatusLabel } from '#components/ui/status.tsx';
import { olderArrivedLast } from '#lib/deliveries/notice-conflict.ts';
import { type DeliveryFacts, type DeliveryLine, noticesOptions } from '#lib/deliveries/queries.ts';
import { nextAttemptOf, reasonOf } from '#lib/deliveries/rules.ts';
import { OUTCOME_KINDS } from '../outcome-facets.tsx';

type Props = { facts: DeliveryFacts };

/** Response, outcome, time and ids; why the delivery failed, and how many failures are equal. */
export function DeliveryHead({ facts }: Props) {
  const t = useTranslations('deliveries');
  const { slug } = useSession().account;
  const { delivery, equal, error, responseBody } = facts;
  const { status, outcome } = delivery;
  const reason = outcome === 'delivered' ? null : reasonOf({ status, error, responseBody });
  const several = equal !== null && equal > 1;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b className={`text-xl ${delivery.open ? 'text-danger-ink' : ''}`}>{status ?? t('table.noAnswer')}</b>
        <Status kind={OUTCOME_KINDS[outcome]} badge>
          {t(`outcome.${outcome}`)}
        </Status>
      </div>
      {(reason !== null || several) && (
        <p className="mt-1 wrap-anywhere">
          {reason !== null && (
            <b>
              {'connectionError' in reason
                ? t(`detail.connectionError.${reason.connectionError}`)
                : reason.text}
            </b>
          )}
          {reason !== null && several && ' · '}
          {several && <Link href={equalPath(slug, delivery)}>{t('detail.equal', { count: equal })}</Link>}
        </p>
      )}
      <p className="mt-1 text-ink-3">
        <Instant at={delivery.createdAt} variant="long" />
      </p>
      <OlderLast delivery={delivery} />
      <Ids facts={facts} />
      <AuditLink of="delivery" target={delivery.id} />
    </>
  );
}

function equalPath(account: string, { webhookId, url, status }: DeliveryLine): string {
  const answer = status === null ? { statusClass: 'none' } : { answer: String(status) };
  const at = webhookId === null ? { url: url ?? '' } : { webhookId };
  return `/${account}/deliveries?${new URLSearchParams({ outcome: 'failed', ...answer, ...at })}`;
}

/** Warns that the receiver got an older state last and may treat it as current. */
function OlderLast({ delivery: { transactionId, clientReference, url } }: { delivery: DeliveryLine }) {
  const t = useTranslations('deliveries.detail.olderLast');
  const event = useEventLabels();
  const { slug } = useSession().account;
  const { data } = useQuery({
    ...noticesOptions(slug, transactionId ?? '', undefined),
    enabled: transactionId !== null,
  });
  const late = olderArrivedLast(url, data?.items ?? []);
  if (late === null || transactionId === null) return null;
  return (
    <div className="mt-2">
      <Callout
        tone="warn"
        role="status"
        title={t('title')}
        action={<CurrentStateButton transactionId={transactionId} name={clientReference ?? transactionId} />}
      >
        {t.rich(late.accepted ? 'accepted' : 'failed', {
          event: event(late.event),
          newer: event(late.newer),
          when: () => <Instant at={late.at} variant="minute" />,
        })}
      </Callout>
    </div>
  );
}

/** The ids and facts of a delivery; inferred values are marked. */
function Ids({ facts: { delivery, error, other } }: Props) {
  const t = useTranslations('deliveries');
  const event = useEventLabels();
  const status = useStatusLabel();
  const account = useSession().account.slug;
  const { webhookId, attempt, responseTimeMs, resendId, transactionStatus } = delivery;
  const line = (name: string, from: keyof DeliveryLine, value: ReactNode): Fact => ({
    label: t(`detail.ids.${name as 'delivery'}`),
    value: value && (
      <span className="flex flex-wrap items-center gap-x-2">
        {value}
        {delivery.derived.includes(from) && <Derived name={from} />}
      </span>
    ),
  });
  const id = (name: string, from: 'id' | 'transactionId' | 'clientReference' | 'url') =>
    line(name, from, delivery[from] && <CopyId value={delivery[from]} whole={from === 'url'} />);
  const nextTry = () => {
    if (!delivery.open) return null;
    if (delivery.outcome === 'given_up') return t('detail.nextTry.none');
    const at = nextAttemptOf(other);
    if (at === null) return t('detail.nextTry.unknown');
    return t.rich('detail.nextTry.at', { when: () => <Instant at={at} variant="full" /> });
  };
  return (
    <Facts
      className="mt-2 border-t border-line pt-2"
      of={[
        id('delivery', 'id'),
        id('transaction', 'transactionId'),
        id('reference', 'clientReference'),
        line(
          'event',
          'event',
          <span title={delivery.event ?? undefined}>
            {event(delivery.event)} {delivery.event && <span className="mono">{delivery.event}</span>}
          </span>,
        ),
        line('status', 'transactionStatus', transactionStatus && status(transactionStatus)),
        id('url', 'url'),
        line(
          'webhook',
          'webhookId',
          webhookId !== null && (
            <Link
              href={`/${account}/webhooks?open=${encodeURIComponent(`endpoint:${webhookId}`)}`}
              className="mono"
              title={webhookId}
            >
              {shortId(webhookId)}
            </Link>
          ),
        ),
        line('attempt', 'attempt', attempt !== null && t('table.attemptDescription', { attempt })),
        { label: t('detail.error'), value: error },
        { label: t('detail.ids.next'), value: nextTry() },
        line(
          'duration',
          'responseTimeMs',
          responseTimeMs !== null && t('table.ms', { ms: Math.round(responseTimeMs) }),
        ),
        line('amount', 'amount', delivery.amount !== null && <Money cents={delivery.amount} />),
        line(
          'resend',
          'resendId',
          resendId !== null && (
            <Link href={`/${account}/resends/${encodeURIComponent(resendId)}`}>{t('detail.byResend')}</Link>
          ),
        ),
      ]}
    />
  );
}

/** Marks a value that Guichê inferred; the reason is in the tooltip and read by screen readers. */
function Derived({ name }: { name: string }) {
  const t = useTranslations('deliveries.detail');
  const why = t.has(`why.${name}`) ? t(`why.${name}`) : t('why.other');
  const title = t('derivedTitle', { why });
  return (
    <span
      className="cursor-help border-line-control border-b border-dashed text-(length:--text-2xs) text-ink-3"
      title={title}
    >
      {t('derived')}
      <span className="sr-only">: {title}</span>
    </span>
  );
}
