'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { type CardText, expirationAsTyped } from '#lib/card/rules.ts';
import { groupedCard } from '#lib/privacy/card-number.ts';
import { FieldGroup } from './field-group.tsx';
import type { CardFormState } from './use-card-form.ts';

/** Number, holder, expiry and code of a customer: no browser offers the operator's own card (`autocomplete=off`). */
export function CardFields({ form }: { form: CardFormState }) {
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
      error={form.faultAt(`card.${name}`)}
      {...rest}
    />
  );
}
