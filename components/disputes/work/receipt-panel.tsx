'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { calloutVariants } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { defensesOptions } from '#lib/disputes/queries.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { operationOptions } from '#lib/operations/queries.ts';
import { FileList } from '../editor/files-panel.tsx';
import { Letter } from '../editor/letter.tsx';
import { ServiceStatus } from '../service-status.tsx';
import { NextDue } from './work-head.tsx';

type Defenses = OutputOf<Endpoints['GET /disputes/{id}/defenses'], 'response'>;
type Sent = Defenses['items'][number];
type Props = {
  detail: DisputeDetail;
  /** Sent from this screen just now: the focus moves to the proof. */
  fresh: boolean;
};

/** Proof that the defense arrived: content, time, sender and ids. */
export function ReceiptPanel({ detail, fresh }: Props) {
  const t = useTranslations('disputes.receipt');
  const account = useSession().account.slug;
  const { id } = detail.dispute;
  const { data, error, refetch } = useQuery(defensesOptions(account, id));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (fresh) title.current?.focus();
  }, [fresh]);
  return (
    <>
      <Head detail={detail} title={title} fresh={fresh} />
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Panel title={t('text')} busy>
          <Skeleton width="90%" />
        </Panel>
      )}
      {data?.items.length === 0 && <p className={cn(panelVariants(), 'p-panel text-ink-3')}>{t('none')}</p>}
      {data?.items.map((item, index) => (
        <SentPanel key={item.id ?? index} item={item} available={data.available} detail={detail} />
      ))}
    </>
  );
}

type HeadProps = Props & { title: React.Ref<HTMLHeadingElement> };

function Head({ detail: { dispute }, title, fresh }: HeadProps) {
  const me = useSession().session.operator.id;
  const t = useTranslations('disputes.receipt');
  const locale = useLocale() as Locale;
  const { answeredAt, answeredBy } = dispute;
  const mine = fresh && answeredBy?.id === me;
  const time = answeredAt === null ? '' : formatInstant(locale, answeredAt, mine ? 'time' : 'full');
  const heading =
    answeredAt === null
      ? t('alreadyUnknown')
      : answeredBy === null
        ? t('alreadyOutside', { time })
        : mine
          ? t('sent', { time })
          : t('already', { time, name: answeredBy.name });
  return (
    <div className={calloutVariants({ tone: 'ok' })} data-tone="ok" role="status">
      <Icon name="check" tone="ok" />
      <div className="min-w-0">
        <h2 ref={title} tabIndex={-1}>
          {heading}
        </h2>
        <span>{t('arrived')}</span>
        <NextDue after={dispute.id} />
      </div>
    </div>
  );
}

type SentProps = { item: Sent; available: boolean; detail: DisputeDetail };

function SentPanel({ item, available }: SentProps) {
  const t = useTranslations('disputes.receipt');
  return (
    <Panel
      title={t('title')}
      note={t(available ? 'fromService' : 'fromGuiche')}
      action={
        <>
          {item.text !== null && <CopyButton value={item.text}>{t('copy')}</CopyButton>}
          <Button size="sm" onClick={() => print()}>
            {t('print')}
          </Button>
        </>
      }
    >
      <Numbers item={item} />
      <h3 className="mt-3 mb-1">{t('text')}</h3>
      <Letter>{item.text ?? '–'}</Letter>
      <h3 className="mt-3 mb-1">{t('files')}</h3>
      {item.files.length === 0 ? (
        <p className="text-ink-3">{t('filesNone')}</p>
      ) : (
        <FileList files={item.files} />
      )}
    </Panel>
  );
}

function Numbers({ item }: { item: Sent }) {
  const t = useTranslations('disputes.receipt');
  const account = useSession().account.slug;
  const own = item.operationId;
  const { data } = useQuery({ ...operationOptions(account, own ?? ''), enabled: own !== null });
  return (
    <Facts
      of={[
        { label: t('sentAt'), value: <Instant at={item.createdAt} variant="long" /> },
        { label: t('by'), value: item.sentBy?.name ?? t('outside') },
        { label: t('id'), code: item.id },
        { label: t('status'), value: item.status !== null && <ServiceStatus status={item.status} /> },
        { label: t('request'), id: data?.operation.providerRequestId },
        { label: t('operation'), id: own },
      ]}
    />
  );
}
