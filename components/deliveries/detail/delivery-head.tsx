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
import { CopyId } from '#components/ui/copy-button.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import { olderArrivedLast } from '#lib/deliveries/notice-doubt.ts';
import { type DeliveryFacts, type DeliveryLine, noticesOptions } from '#lib/deliveries/queries.ts';
import { nextAttemptOf, reasonOf } from '#lib/deliveries/rules.ts';
import { OUTCOME_KINDS } from '../outcome.ts';

type Props = { facts: DeliveryFacts };

/** Response, outcome, time and ids; inferred values are marked. */
export function DeliveryHead({ facts }: Props) {
  const t = useTranslations('deliveries');
  const { delivery } = facts;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b className={`text-xl ${delivery.open ? 'text-danger-ink' : ''}`}>
          {delivery.status ?? t('table.noAnswer')}
        </b>
        <Status kind={OUTCOME_KINDS[delivery.outcome]} badge>
          {t(`outcome.${delivery.outcome}`)}
        </Status>
      </div>
      <Reason facts={facts} />
      <p className="mt-1 text-ink-3">
        <Instant at={delivery.createdAt} variant="long" />
      </p>
      <OlderLast delivery={delivery} />
      <Ids facts={facts} />
      <AuditLink of="delivery" target={delivery.id} />
    </>
  );
}

/** Why the delivery failed, and how many fail the same way at this address. */
function Reason({ facts }: Props) {
  const t = useTranslations('deliveries.detail');
  const { slug } = useSession().account;
  const { delivery, equal, error, responseBody } = facts;
  const reason =
    delivery.outcome === 'delivered' ? null : reasonOf({ status: delivery.status, error, responseBody });
  const several = equal !== null && equal > 1;
  if (reason === null && !several) return null;
  return (
    <p className="mt-1 wrap-anywhere">
      {reason !== null && <b>{'fault' in reason ? t(`fault.${reason.fault}`) : reason.text}</b>}
      {reason !== null && several && ' · '}
      {several && <Link href={equalPath(slug, delivery)}>{t('equal', { count: equal })}</Link>}
    </p>
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

function Ids({ facts: { delivery, error, other } }: Props) {
  const t = useTranslations('deliveries');
  const event = useEventLabels();
  const status = useStatusLabel();
  const account = useSession().account.slug;
  const line = useLine(delivery);
  const nextTry = useNextTry({ delivery, other });
  const { webhookId, attempt, responseTimeMs, resendId } = delivery;
  const id = (name: string, from: 'id' | 'transactionId' | 'clientReference' | 'url') =>
    line(name, from, delivery[from] && <CopyId value={delivery[from]} whole={from === 'url'} />);
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
            {event(delivery.event)}{' '}
            {delivery.event !== null && <span className="mono">{delivery.event}</span>}
          </span>,
        ),
        line('status', 'transactionStatus', delivery.transactionStatus && status(delivery.transactionStatus)),
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
        line('attempt', 'attempt', attempt !== null && t('table.attemptWords', { attempt })),
        { label: t('detail.error'), value: error },
        { label: t('detail.ids.next'), value: nextTry },
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

/** The next attempt; null for a delivered notice or one without an open failure. */
function useNextTry({
  delivery: { open, outcome },
  other,
}: Pick<DeliveryFacts, 'delivery' | 'other'>): ReactNode {
  const t = useTranslations('deliveries.detail.nextTry');
  if (!open) return null;
  if (outcome === 'given_up') return t('none');
  const at = nextAttemptOf(other);
  return at === null ? t('unknown') : t.rich('at', { when: () => <Instant at={at} variant="full" /> });
}

/** Builds a fact line; inferred values are marked. */
function useLine(delivery: DeliveryLine) {
  const t = useTranslations('deliveries.detail.ids');
  return (name: string, from: keyof DeliveryLine, value: ReactNode): Fact => ({
    label: t(name as 'delivery'),
    value: value && (
      <span className="flex flex-wrap items-center gap-x-2">
        {value}
        <Derived delivery={delivery} name={from} />
      </span>
    ),
  });
}

type DerivedProps = { delivery: Pick<DeliveryLine, 'derived'>; name: string };

/** Marks a value that Guichê inferred; the reason is in the tooltip and read by screen readers. */
function Derived({ delivery, name }: DerivedProps) {
  const t = useTranslations('deliveries.detail');
  if (!delivery.derived.includes(name)) return null;
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
