'use client';

import { useTranslations } from 'next-intl';
import { AmountField } from '#components/forms/amount-field.tsx';
import payments from '#components/payments/payments.module.css';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { focusFirstFault } from '#components/ui/focus-first-fault.ts';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl, readAmount } from '#lib/money.ts';
import { cartTotal } from './card-draft.ts';
import { CardFields } from './card-fields.tsx';
import { CartFields } from './cart-fields.tsx';
import { CustomerFields, TermsFields } from './order-fields.tsx';
import { type Made, useCardForm } from './use-card-form.ts';

type Props = {
  onMade: (made: Made) => void;
  /** Called when the focus comes near. */
  near: () => void;
};

/** A charge as it is being written: dashed until the provider has it. */
export function CardForm({ onMade, near }: Props) {
  const t = useTranslations('card.form');
  const form = useCardForm(onMade);
  const { values } = form;
  const total = cartTotal(values.items);
  const read = readAmount(values.amount, { min: 1, max: null });
  const amount = read.fault === null && read.cents !== null ? formatBrl(read.cents) : null;
  return (
    <Panel title={t('title')} local note={<Badge local>{t('notAsked')}</Badge>}>
      <form
        className="form"
        // A press before React has taken the page over must put nothing of a card into the address.
        method="post"
        noValidate
        aria-label={t('title')}
        onFocus={near}
        onSubmit={(event) => {
          event.preventDefault();
          const { currentTarget } = event;
          void form.submit().then(() => focusFirstFault(currentTarget));
        }}
      >
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
        <div className={payments.foot}>
          <span className="text-xs text-ink-3">{t('footNote')}</span>
          <Button type="submit" variant="main" aria-busy={form.busy || undefined}>
            {amount === null ? t('create') : t('createAmount', { amount })}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
