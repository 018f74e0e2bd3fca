'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { RecordBody } from '#components/list/record-body.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { recurrenceAmountForm, recurrenceCents } from '#lib/card/change-forms.ts';
import { type Recurrence, recurrenceOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type Standing, standingOf } from '#lib/core/status/money.ts';
import { useCardChanged, useStaleCards } from '../use-card-changed.ts';
import { useCardErrorLabels } from '../use-card-faults.ts';

const KINDS: Record<Standing, StatusKind> = {
  active: 'ok',
  paused: 'cancelled',
  gone: 'expired',
  changing: 'idle',
};
/** Document 3's status values. */
const STATUS_VALUES = { active: 'ACTIVE', paused: 'INACTIVE', gone: 'ENDED' } as const;

type Asking = 'setAmount' | 'deactivate' | 'reactivate';

type Props = { recurrence: Recurrence; onSent: (operationId: string) => void; onClose: () => void };

/** Confirms a change of a recurrence: what changes, what stays, and a password if required. */
function RecurrenceDialog({ asking, ...props }: Props & { asking: Asking }) {
  return asking === 'setAmount' ? <NewAmount {...props} /> : <Turn turn={asking} {...props} />;
}

function NewAmount({ recurrence, onSent, onClose }: Props) {
  const t = useTranslations('card.recurrence');
  const form = useOperationForm('PUT /card/recurrences/{id}/amount', recurrenceAmountForm, {
    params: { id: recurrence.id },
    facts: null,
    words: useCardErrorLabels(),
    stale: useStaleCards(),
    onDone: ({ operation }) => onSent(operation.id),
  });
  const cents = recurrenceCents(form.values);
  const label =
    cents === null ? t('setAmountConfirmBlank') : t('setAmountConfirm', { amount: formatBrl(cents) });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('setAmountTitle')}
      confirm={label}
      closeLabel={t('setAmountClose')}
    >
      <p>{t('setAmountWords')}</p>
      <Amount label={t('now')} cents={recurrence.amount} />
      <OperationFields form={form} words={{ amount: { focus: true } }} />
    </OperationForm>
  );
}

function Turn({ recurrence, turn, onSent, onClose }: Props & { turn: Exclude<Asking, 'setAmount'> }) {
  const t = useTranslations('card.recurrence');
  const change = useOperation(`POST /card/recurrences/{id}/${turn}`, {
    params: { id: recurrence.id },
    stale: useStaleCards(),
    onDone: ({ operation }) => onSent(operation.id),
  });
  return (
    <OperationForm
      form={change}
      onClose={onClose}
      title={t(`${turn}Title`)}
      confirm={t(`${turn}Confirm`)}
      closeLabel={t(`${turn}Close`)}
    >
      <p>{t(`${turn}Words`)}</p>
      <Amount label={t('amount')} cents={recurrence.amount} />
    </OperationForm>
  );
}

const Amount = ({ label, cents }: { label: string; cents: number | null }) => (
  <Facts of={[{ label, value: <Money cents={cents} /> }]} />
);

/** One recurrence, shown above its charges, with its actions. */
export function RecurrencePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('card.recurrence');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const read = useQuery(recurrenceOptions(account, id));
  const { data } = read;
  const changed = useCardChanged();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  return (
    <Panel
      title={t('title')}
      note={data && t('asOf', { time: formatInstant(locale, data.asOf, 'time') })}
      action={
        <Button variant="quiet" size="sm" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <RecordBody
        read={read}
        loading={t('loading')}
        absent={<EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>}
      >
        {({ recurrence }) => (
          <div className="grid gap-3">
            <RecurrenceFacts recurrence={recurrence} />
            <RecurrenceActions recurrence={recurrence} onAsk={setAsking} />
            {sent !== null && <OperationState key={sent} operationId={sent} onEnd={changed} />}
          </div>
        )}
      </RecordBody>
      {asking !== null && data && (
        <RecurrenceDialog
          recurrence={data.recurrence}
          asking={asking}
          onSent={(operationId) => {
            setAsking(null);
            setSent(operationId);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  );
}

export function RecurrenceFacts({ recurrence }: { recurrence: Recurrence }) {
  const t = useTranslations('card.recurrence');
  const { id, status, interval, amount, nextAt, endDate } = recurrence;
  const standing = standingOf(status);
  const intervalKey = `intervals.${interval}`;
  return (
    <Facts
      of={[
        { label: t('id'), id },
        {
          label: t('state'),
          value: (
            <Status kind={standing === null ? 'unknown' : KINDS[standing]}>
              <RecurrenceStatus status={status} />
            </Status>
          ),
        },
        { label: t('amount'), value: <Money cents={amount} /> },
        {
          label: t('interval'),
          value: t.has(intervalKey) ? t(intervalKey as 'intervals.MONTHLY') : (interval ?? '–'),
        },
        {
          label: t('nextAt'),
          value: nextAt === null ? t('none') : <Instant at={nextAt} variant="long" />,
        },
        { label: t('endDate'), value: endDate ?? t('endless') },
      ]}
    />
  );
}

/**
 * The provider's status; an unknown one is shown as received, with Guichê's interpretation in parentheses.
 */
function RecurrenceStatus({ status }: Pick<Recurrence, 'status'>) {
  const t = useTranslations('card.recurrence.status');
  if (status === null) return t('none');
  if (t.has(status as 'ACTIVE')) return t(status as 'ACTIVE');
  const standing = standingOf(status);
  return standing === null || standing === 'changing' ? status : `${status} (${t(STATUS_VALUES[standing])})`;
}

type ActionsProps = { recurrence: Recurrence; onAsk: (asking: Asking) => void };

/** Actions on a recurrence: none once it ended, all for an unknown status (the provider decides). */
function RecurrenceActions({ recurrence, onAsk }: ActionsProps) {
  const t = useTranslations('card.recurrence');
  const may = useCan('charge');
  const standing = standingOf(recurrence.status);
  if (!may || standing === 'gone') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onAsk('setAmount')}>{t('setAmount')}</Button>
      {/* Pause and resume share a key, so the button keeps the focus when the status changes. */}
      {standing !== 'paused' && (
        <Button key="turn" onClick={() => onAsk('deactivate')}>
          {t('deactivate')}
        </Button>
      )}
      {standing !== 'active' && (
        <Button key={standing === 'paused' ? 'turn' : 'on'} onClick={() => onAsk('reactivate')}>
          {t('reactivate')}
        </Button>
      )}
    </div>
  );
}
