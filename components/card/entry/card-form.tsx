'use client';

import { useTranslations } from 'next-intl';
import { AmountField } from '#components/forms/amount-field.tsx';
import { ASK_FOOT, AskForm } from '#components/payments/ask-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { formatBrl, readAmount } from '#lib/money.ts';
import { cartTotal } from './card-draft.ts';
import { CardFields } from './card-fields.tsx';
import { CartFields } from './cart-fields.tsx';
import { CustomerFields, TermsFields } from './order-fields.tsx';
import { type Made, useCardForm } from './use-card-form.ts';

type Props = {
  onMade: (made: Made) => void;
};

/** A charge as it is being written: dashed until the provider has it. */
export function CardForm({ onMade }: Props) {
  const t = useTranslations('card.form');
  const form = useCardForm(onMade);
  const { values } = form;
  const total = cartTotal(values.items);
  const read = readAmount(values.amount, { min: 1, max: null });
  const amount = read.fault === null && read.cents !== null ? formatBrl(read.cents) : null;
  return (
    <AskForm title={t('title')} badge={t('notAsked')} onSubmit={form.submit}>
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
      <div className={ASK_FOOT}>
        <span className="text-xs text-ink-3">{t('footNote')}</span>
        <Button type="submit" variant="main" aria-busy={form.busy || undefined}>
          {amount === null ? t('create') : t('createAmount', { amount })}
        </Button>
      </div>
    </AskForm>
  );
}
