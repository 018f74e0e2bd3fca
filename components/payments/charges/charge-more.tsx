'use client';

import { useTranslations } from 'next-intl';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { MOST_ACCOUNT } from '#lib/payments/rules.ts';
import { MetadataField } from '../fields/metadata-field.tsx';
import { CallbackField, DescriptionField, ReferenceField } from '../fields/optional-fields.tsx';
import type { ChargeFormState } from './charge-form.tsx';

/** Optional fields of a charge; each API takes its own part of them. */
export function ChargeMore({ form: { at, facts } }: { form: ChargeFormState }) {
  const t = useTranslations('payments.charges');
  const { hub } = facts;
  return (
    <>
      <div className={FIELD_PAIR}>
        <ReferenceField {...at('reference')} />
        {hub ? (
          <DescriptionField most={140} {...at('description')} />
        ) : (
          <PastedField
            {...at('virtualAccount')}
            paste="reference"
            label={t('virtualAccount')}
            rule={t('upToLength', { most: MOST_ACCOUNT })}
            maxLength={MOST_ACCOUNT}
          />
        )}
      </div>
      <CallbackField {...at('callbackUrl')} {...(hub ? {} : { hint: t('callbackHint') })} />
      {hub && <MetadataField {...at('metadata')} />}
      <PastedField
        {...at('email')}
        paste="email"
        label={t('email')}
        rule={t('optional')}
        type="email"
        inputMode="email"
        maxLength={120}
      />
    </>
  );
}
