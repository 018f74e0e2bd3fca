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
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState, Panel } from '#components/ui/panel.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { recurrenceAmountForm, recurrenceCents } from '#lib/card/change-forms.ts';
import { type Recurrence, recurrenceOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type Standing, standingOf } from '#lib/core/status/money.ts';
import { useCardChanged, useCardErrorLabels, useStaleCards } from './use-card-change.ts';

const KINDS: Record<Standing, StatusKind> = {
  active: 'ok',
  paused: 'cancelled',
  gone: 'expired',
  changing: 'idle',
};
/** Document 3's status values. */
const STATUS_VALUES = { active: 'ACTIVE', paused: 'INACTIVE', gone: 'ENDED' } as const;

type DialogProps = { recurrence: Recurrence; onSent: (operationId: string) => void; onClose: () => void };

function AmountDialog({ recurrence, onSent, onClose }: DialogProps) {
  const t = useTranslations('card.recurrence');
  const form = useOperationForm('PUT /card/recurrences/{id}/amount', recurrenceAmountForm, {
    params: { id: recurrence.id },
    facts: null,
    errorText: useCardErrorLabels(),
    stale: useStaleCards(),
    onDone: ({ operation }) => onSent(operation.id),
  });
  const cents = recurrenceCents(form.values);
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('setAmountTitle')}
      confirm={
        cents === null ? t('setAmountConfirmBlank') : t('setAmountConfirm', { amount: formatBrl(cents) })
      }
      closeLabel={t('setAmountClose')}
    >
      <p>{t('setAmountDescription')}</p>
      <Facts of={[{ label: t('now'), value: <Money cents={recurrence.amount} /> }]} />
      <OperationFields form={form} labels={{ amount: { focus: true } }} />
    </OperationForm>
  );
}

type StatusChange = 'deactivate' | 'reactivate';

/** Pauses or resumes: what changes, what stays, and a password if required. */
function StatusChangeDialog({ recurrence, change, onSent, onClose }: DialogProps & { change: StatusChange }) {
  const t = useTranslations('card.recurrence');
  const form = useOperation(`POST /card/recurrences/{id}/${change}`, {
    params: { id: recurrence.id },
    stale: useStaleCards(),
    onDone: ({ operation }) => onSent(operation.id),
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t(`${change}Title`)}
      confirm={t(`${change}Confirm`)}
      closeLabel={t(`${change}Close`)}
    >
      <p>{t(`${change}Description`)}</p>
      <Facts of={[{ label: t('amount'), value: <Money cents={recurrence.amount} /> }]} />
    </OperationForm>
  );
}

/** One recurrence, shown above its charges, with its actions. */
export function RecurrencePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('card.recurrence');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const read = useQuery(recurrenceOptions(account, id));
  const { data } = read;
  const changed = useCardChanged();
  const may = useCan('charge');
  const standing = data ? standingOf(data.recurrence.status) : null;
  const [change, setChange] = useState<'setAmount' | StatusChange | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const dialog = {
    onSent(operationId: string) {
      setChange(null);
      setSent(operationId);
    },
    onClose: () => setChange(null),
  };
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
            {/* None once it ended, all for an unknown status (the provider decides). */}
            {may && standing !== 'gone' && (
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setChange('setAmount')}>{t('setAmount')}</Button>
                {/* Pause and resume share a key, so the focus stays when the status changes. */}
                {standing !== 'paused' && (
                  <Button key="shared" onClick={() => setChange('deactivate')}>
                    {t('deactivate')}
                  </Button>
                )}
                {standing !== 'active' && (
                  <Button
                    key={standing === 'paused' ? 'shared' : 'own'}
                    onClick={() => setChange('reactivate')}
                  >
                    {t('reactivate')}
                  </Button>
                )}
              </div>
            )}
            {sent !== null && <OperationState key={sent} operationId={sent} onEnd={changed} />}
          </div>
        )}
      </RecordBody>
      {data && change === 'setAmount' && <AmountDialog recurrence={data.recurrence} {...dialog} />}
      {data && change !== null && change !== 'setAmount' && (
        <StatusChangeDialog recurrence={data.recurrence} change={change} {...dialog} />
      )}
    </Panel>
  );
}

export function RecurrenceFacts({ recurrence }: { recurrence: Recurrence }) {
  const t = useTranslations('card.recurrence');
  const { id, status, interval, amount, nextAt, endDate } = recurrence;
  const standing = standingOf(status);
  const intervalKey = `intervals.${interval}`;
  const meaning =
    standing === null || standing === 'changing' ? null : t(`status.${STATUS_VALUES[standing]}`);
  // An unknown status is shown as received, with Guichê's interpretation in parentheses.
  const unknown = meaning === null ? status : `${status} (${meaning})`;
  const known = t.has(`status.${status}`) ? t(`status.${status as 'ACTIVE'}`) : unknown;
  return (
    <Facts
      of={[
        { label: t('id'), id },
        {
          label: t('state'),
          value: (
            <Status kind={standing === null ? 'unknown' : KINDS[standing]}>
              {status === null ? t('status.none') : known}
            </Status>
          ),
        },
        { label: t('amount'), value: <Money cents={amount} /> },
        {
          label: t('interval'),
          value: t.has(intervalKey) ? t(intervalKey as 'intervals.MONTHLY') : (interval ?? '–'),
        },
        { label: t('nextAt'), value: nextAt === null ? t('none') : <Instant at={nextAt} variant="long" /> },
        { label: t('endDate'), value: endDate ?? t('endless') },
      ]}
    />
  );
}
