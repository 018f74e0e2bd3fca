'use client';

import { useTranslations } from 'next-intl';
import { CallbackField } from '#components/payments/fields/optional-fields.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { FieldGroup } from './field-group.tsx';
import type { CardFormState } from './use-card-form.ts';

export function CustomerFields({ form }: { form: CardFormState }) {
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

/** How often and in how many parts it is charged, and under which reference. */
export function TermsFields({ form }: { form: CardFormState }) {
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
