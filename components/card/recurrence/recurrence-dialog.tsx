'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { recurrenceAmountForm, recurrenceCents } from '#lib/card/change-forms.ts';
import type { Recurrence } from '#lib/card/queries.ts';
import { formatBrl } from '#lib/money.ts';
import { useStaleCards } from '../use-card-changed.ts';
import { useCardFaultLabels } from '../use-card-faults.ts';

export type Asking = 'setAmount' | 'deactivate' | 'reactivate';
type Props = { recurrence: Recurrence; onSent: (operationId: string) => void; onClose: () => void };

/** Says what will change and what stays, with the password when one is due. */
export function RecurrenceDialog({ asking, ...props }: Props & { asking: Asking }) {
  return asking === 'setAmount' ? <NewAmount {...props} /> : <Turn turn={asking} {...props} />;
}

function NewAmount({ recurrence, onSent, onClose }: Props) {
  const t = useTranslations('card.recurrence');
  const form = useOperationForm('PUT /card/recurrences/{id}/amount', recurrenceAmountForm, {
    params: { id: recurrence.id },
    facts: null,
    words: useCardFaultLabels(),
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
