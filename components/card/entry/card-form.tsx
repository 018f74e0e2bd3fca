'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { AmountField } from '#components/forms/amount-field.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/ask-sheet.tsx';
import { CallbackField } from '#components/payments/fields/optional-fields.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { type CardText, expirationAsTyped } from '#lib/card/rules.ts';
import { groupedCard } from '#lib/core/masking/card-number.ts';
import { formatBrl, readAmount } from '#lib/core/money.ts';
import { cartTotal } from './card-draft.ts';
import { CartFields, FieldGroup } from './cart-fields.tsx';
import { type CardFormState, type CreatedCharge, useCardForm } from './use-card-form.ts';

type Props = {
  onCreated: (made: CreatedCharge) => void;
  onClose: () => void;
  /** The result of the last charge, shown above the form. */
  result: ReactNode;
};

/**
 * A customer's card number, holder, expiry and code; `autocomplete=off` stops browsers from offering the
 * operator's card.
 */
function CardFields({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const { values, setCard } = form;
  const american = /^3[47]/.test(values.card.number);
  return (
    <FieldGroup legend={t('card')}>
      <One
        form={form}
        name="number"
        label={t('number')}
        rule={t('numberRule')}
        inputMode="numeric"
        maxLength={23}
        onChange={(number) => setCard({ number: groupedCard(number) })}
        hint={t('cardNote')}
      />
      <One
        form={form}
        name="holder"
        label={t('holder')}
        maxLength={100}
        onChange={(holder) => setCard({ holder })}
      />
      <div className={FIELD_PAIR}>
        <One
          form={form}
          name="expiration"
          label={t('expiration')}
          rule={t('expirationRule')}
          inputMode="numeric"
          maxLength={7}
          onChange={(expiration) => setCard({ expiration: expirationAsTyped(expiration) })}
        />
        <One
          form={form}
          name="cvv"
          label={t('cvv')}
          rule={t('cvvRule')}
          inputMode="numeric"
          maxLength={american ? 4 : 3}
          onChange={(cvv) => setCard({ cvv: cvv.replace(/\D/g, '') })}
        />
      </div>
    </FieldGroup>
  );
}

type OneProps = Omit<ComponentProps<typeof PlainField>, 'form'> & {
  form: CardFormState;
  name: keyof CardText;
};

function One({ form, name, ...rest }: OneProps) {
  return (
    <PlainField
      mono={name !== 'holder'}
      value={form.values.card[name]}
      error={form.errorAt(`card.${name}`)}
      {...rest}
    />
  );
}

function CustomerFields({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const { at } = form;
  return (
    <FieldGroup legend={t('customer')}>
      <div className={FIELD_PAIR}>
        <PlainField label={t('name')} rule={t('required')} maxLength={120} {...at('name')} />
        <PastedField
          {...at('document')}
          paste="document"
          label={t('document')}
          rule={t('optional')}
          maxLength={24}
          mono
        />
        <PastedField
          {...at('email')}
          paste="email"
          label={t('email')}
          rule={t('optional')}
          maxLength={120}
          type="email"
          inputMode="email"
        />
        <PlainField label={t('phone')} rule={t('optional')} maxLength={30} {...at('phone')} />
      </div>
    </FieldGroup>
  );
}

/** Recurrence, installments and reference of the charge. */
function TermsFields({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const { at } = form;
  const { value: installments, onChange: setInstallments, error } = at('installments');
  const { value: repeat, onChange: setRepeat } = at('repeat');
  const { value: authenticate, onChange: setAuthenticate } = at('authenticate');
  return (
    <FieldGroup legend={t('order')}>
      <PastedField
        {...at('reference')}
        paste="reference"
        label={t('reference')}
        rule={t('referenceRule')}
        maxLength={64}
        mono
      />
      <CallbackField {...at('postbackUrl')} hint={t('postbackHint')} />
      <Segments
        label={t('repeat')}
        value={repeat}
        onChange={setRepeat}
        options={[
          { value: 'once', label: t('once') },
          { value: 'Monthly', label: t('Monthly') },
          { value: 'Annual', label: t('Annual') },
        ]}
      />
      {repeat === 'once' ? (
        <PlainField
          label={t('installments')}
          maxLength={2}
          inputMode="numeric"
          value={installments}
          onChange={(typed) => setInstallments(typed.replace(/\D/g, ''))}
          error={error}
        />
      ) : (
        <DateField
          {...at('endDate')}
          label={t('endDate')}
          rule={t('endDateRule')}
          hint={t('oneWithRecurrence')}
        />
      )}
      <CheckLine checked={authenticate} onChange={(event) => setAuthenticate(event.target.checked)}>
        {t('authenticate')}
      </CheckLine>
    </FieldGroup>
  );
}

/** The form for a new charge; its dashed border means that the provider does not have it yet. */
export function CardSheet({ onCreated, onClose, result }: Props) {
  const t = useTranslations('card.form');
  const form = useCardForm(onCreated);
  const { values } = form;
  const id = useId();
  const total = cartTotal(values.items);
  const read = readAmount(values.amount, { min: 1, max: null });
  const amount = read.fault === null && read.cents !== null ? formatBrl(read.cents) : null;
  return (
    <RequestSheet
      title={t('title')}
      onClose={onClose}
      footer={
        <RequestFooter form={id} note={t('footNote')} busy={form.busy}>
          {amount === null ? t('create') : t('createAmount', { amount })}
        </RequestFooter>
      }
    >
      {result}
      <RequestForm id={id} title={t('title')} onSubmit={form.submit}>
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
        {Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} />}
        {form.again && <p role="status">{t('again')}</p>}
      </RequestForm>
    </RequestSheet>
  );
}
