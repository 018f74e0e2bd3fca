'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { AmountField } from '#components/forms/amount-field.tsx';
import { AskFoot, AskForm, AskSheet } from '#components/forms/ask-sheet.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { formatBrl, readAmount } from '#lib/money.ts';
import { cartTotal } from './card-draft.ts';
import { CardFields } from './card-fields.tsx';
import { CartFields } from './cart-fields.tsx';
import { CustomerFields, TermsFields } from './order-fields.tsx';
import { type Made, useCardForm } from './use-card-form.ts';

type Props = {
  onMade: (made: Made) => void;
  onClose: () => void;
  /** The charge made last, above the form for the next one. */
  result: ReactNode;
};

/** A charge as it is being written: dashed until the provider has it. */
export function CardSheet({ onMade, onClose, result }: Props) {
  const t = useTranslations('card.form');
  const form = useCardForm(onMade);
  const { values } = form;
  const id = useId();
  const total = cartTotal(values.items);
  const read = readAmount(values.amount, { min: 1, max: null });
  const amount = read.fault === null && read.cents !== null ? formatBrl(read.cents) : null;
  return (
    <AskSheet
      title={t('title')}
      onClose={onClose}
      footer={
        <AskFoot form={id} note={t('footNote')} busy={form.busy}>
          {amount === null ? t('create') : t('createAmount', { amount })}
        </AskFoot>
      }
    >
      {result}
      <AskForm id={id} title={t('title')} onSubmit={form.submit}>
        <AmountField
          {...form.at('amount')}
          bounds={{ min: null, max: null }}
          most={total}
          mostLabel={total === null ? '' : t('cartTotal', { amount: formatBrl(total) })}
        />
        <CartFields form={form} />
        <CustomerFields form={form} />
        <TermsFields form={form} />
        <CardFields form={form} />
        {Boolean(form.error) && !form.saidAtFields && <ErrorCard error={form.error} />}
        {form.again && <p role="status">{t('again')}</p>}
      </AskForm>
    </AskSheet>
  );
}
