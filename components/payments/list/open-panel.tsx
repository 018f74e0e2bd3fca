'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NextLookUp } from '#components/operations/next-look-up.tsx';
import { operationLook } from '#components/operations/operation-look.ts';
import { useStateWords } from '#components/operations/operation-words.ts';
import { TimeLeft } from '#components/operations/time-left.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { type Operation, openOperationsOptions } from '#lib/operations/queries.ts';
import { KINDS_OF, type PaymentPage } from '#lib/payments/rules.ts';
import styles from '../payments.module.css';
import type { Beside } from './use-payment-filters.ts';

/** What was asked here and has no end yet: waits for a person, or for the provider's word. Absent where nothing does. */
export function OpenPanel({ page, beside }: { page: PaymentPage; beside: Beside }) {
  const t = useTranslations('payments.open');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, KINDS_OF[page]));
  const items = data?.items ?? [];
  if (error !== null && data === undefined) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (items.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note', { count: items.length })} padded={false} local>
      <table className={`table ${styles.rows} ${styles.waiting}`} aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{page === 'charges' ? t('reference') : t('what')}</th>
            <th scope="col">{t('by')}</th>
            <th scope="col">{t('next')}</th>
            <th scope="col" className="num">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((operation) => (
            <Row key={operation.id} operation={operation} beside={beside} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ operation, beside }: { operation: Operation; beside: Beside }) {
  const t = useTranslations('payments.open');
  const state = useStateWords()(operation.state);
  const me = useSession().session.operator.id;
  const { id, createdAt, actor, amount, clientReference } = operation;
  const opened = beside.op === id;
  const open = () => beside.openOperation(id);
  return (
    <tr data-open={opened || undefined} onClick={open}>
      <td className={styles.time}>
        <Instant at={createdAt} look="minute" />
      </td>
      <td className={styles.state}>
        <Status kind={operationLook(operation.state).kind}>{state}</Status>
      </td>
      <td className={styles.who}>
        <button
          type="button"
          className="row-open"
          title={clientReference ?? undefined}
          aria-expanded={opened}
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          {receiverOf(operation) ?? clientReference ?? t('request')}
        </button>
      </td>
      <td className={styles.reference}>{actor.id === me ? t('you') : actor.name}</td>
      <td className={styles.next}>
        <Next operation={operation} />
      </td>
      <td className={`num ${styles.amount}`}>
        <Money cents={amount} direction="still" />
      </td>
    </tr>
  );
}

function receiverOf({ intent }: Operation): string | null {
  for (const name of ['receiverName', 'receiver', 'pixKey']) {
    const value = intent[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function Next({ operation }: { operation: Operation }) {
  const t = useTranslations('payments.open');
  const { state, may } = operation;
  if (state !== 'awaiting_approval') return <NextLookUp operation={operation} />;
  return (
    <>
      {may.approve && `${t('mayApprove')} · `}
      <TimeLeft operation={operation} />
    </>
  );
}
