'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { MOST_ACCOUNT } from '#lib/payments/rules.ts';
import { CallbackField, DescriptionField, ReferenceField } from '../fields/later-fields.tsx';
import { PlainField } from '../fields/plain-field.tsx';
import styles from '../payments.module.css';
import type { ChargeDraft, ChargeFaults } from './charge-draft.ts';
import type { ErrorAt } from './charge-form.tsx';

type Props = {
  values: ChargeDraft;
  set: (part: Partial<ChargeDraft>) => void;
  errorAt: ErrorAt;
  /** What holds the button back, once it was pressed. */
  faults: Pick<ChargeFaults, 'email' | 'callbackUrl'> | null;
};

/** What may be told besides; each API takes its own part of it. */
export function ChargeMore({ values, set, errorAt, faults }: Props) {
  const t = useTranslations('payments.charges');
  const hub = useSession().account.kind === 'hub';
  return (
    <>
      <div className={styles.two}>
        <ReferenceField
          value={values.reference}
          onChange={(reference) => set({ reference })}
          error={errorAt('clientReference', null)}
        />
        {hub ? (
          <DescriptionField
            most={140}
            value={values.description}
            onChange={(description) => set({ description })}
            error={errorAt('description', null)}
          />
        ) : (
          <PlainField
            label={t('virtualAccount')}
            rule={t('upToLength', { most: MOST_ACCOUNT })}
            maxLength={MOST_ACCOUNT}
            value={values.virtualAccount}
            onChange={(virtualAccount) => set({ virtualAccount })}
            error={errorAt('virtualAccount', null)}
          />
        )}
      </div>
      <CallbackField
        value={values.callbackUrl}
        onChange={(callbackUrl) => set({ callbackUrl })}
        error={errorAt('callbackUrl', faults?.callbackUrl ?? null)}
        {...(hub ? {} : { hint: t('callbackHint') })}
      />
      <PlainField
        label={t('email')}
        rule={t('optional')}
        type="email"
        inputMode="email"
        maxLength={120}
        value={values.email}
        onChange={(email) => set({ email })}
        error={errorAt('payer.email', faults?.email ?? null)}
      />
    </>
  );
}
