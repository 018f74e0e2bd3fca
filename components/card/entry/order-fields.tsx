'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { CallbackField } from '#components/payments/fields/later-fields.tsx';
import payments from '#components/payments/payments.module.css';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import styles from '../card.module.css';
import { useCardFaultWords } from '../use-card-faults.ts';
import type { CardFormState } from './use-card-form.ts';

export function CustomerFields({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const words = useCardFaultWords();
  const { order, setOrder, faultAt } = form;
  return (
    <fieldset className={styles.group}>
      <legend>{t('customer')}</legend>
      <div className={payments.two}>
        <PlainField
          label={t('name')}
          rule={t('required')}
          maxLength={120}
          value={order.name}
          onChange={(name) => setOrder({ name })}
          error={words(faultAt('customer.name'))}
        />
        <PlainField
          label={t('document')}
          rule={t('optional')}
          maxLength={24}
          mono
          value={order.document}
          onChange={(document) => setOrder({ document })}
          error={words(faultAt('customer.document'))}
        />
        <PlainField
          label={t('email')}
          rule={t('optional')}
          maxLength={120}
          type="email"
          inputMode="email"
          value={order.email}
          onChange={(email) => setOrder({ email })}
          error={words(faultAt('customer.email'))}
        />
        <PlainField
          label={t('phone')}
          rule={t('optional')}
          maxLength={30}
          value={order.phone}
          onChange={(phone) => setOrder({ phone })}
          error={words(faultAt('customer.phone'))}
        />
      </div>
    </fieldset>
  );
}

/** How often and in how many parts it is charged, and under which reference. */
export function TermsFields({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const words = useCardFaultWords();
  const { order, setOrder, faultAt } = form;
  const once = order.repeat === 'once';
  return (
    <fieldset className={styles.group}>
      <legend>{t('order')}</legend>
      <PlainField
        label={t('reference')}
        rule={t('referenceRule')}
        maxLength={64}
        mono
        value={order.reference}
        onChange={(reference) => setOrder({ reference })}
        error={words(faultAt('externalId'))}
      />
      <CallbackField
        value={order.postbackUrl ?? ''}
        onChange={(postbackUrl) => setOrder({ postbackUrl })}
        error={words(faultAt('postbackUrl'))}
        hint={t('postbackHint')}
      />
      <Segments
        label={t('repeat')}
        value={order.repeat}
        onChange={(repeat) => setOrder({ repeat })}
        options={[
          { value: 'once', label: t('once') },
          { value: 'Monthly', label: t('Monthly') },
          { value: 'Annual', label: t('Annual') },
        ]}
      />
      {once ? (
        <PlainField
          label={t('installments')}
          maxLength={2}
          inputMode="numeric"
          value={order.installments}
          onChange={(installments) => setOrder({ installments: installments.replace(/\D/g, '') })}
          error={words(faultAt('installments'))}
        />
      ) : (
        <EndDate form={form} />
      )}
      <CheckLine
        checked={order.authenticate}
        onChange={(event) => setOrder({ authenticate: event.target.checked })}
      >
        {t('authenticate')}
      </CheckLine>
    </fieldset>
  );
}

function EndDate({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const id = useId();
  const error = useCardFaultWords()(form.faultAt('recurrence.endDate'));
  return (
    <Field id={id} label={t('endDate')} rule={t('endDateRule')} hint={t('oneWithRecurrence')} error={error}>
      <Input
        id={id}
        type="date"
        value={form.order.endDate}
        onChange={(event) => form.setOrder({ endDate: event.target.value })}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-answer`}
      />
    </Field>
  );
}
