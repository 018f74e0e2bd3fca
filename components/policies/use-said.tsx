import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PoliciesShown } from '#lib/policies/queries.ts';
import type { PolicyName } from './policy-forms.ts';

/** The present policies as text. */
export function usePolicyLabels(shown: PoliciesShown): Record<PolicyName, ReactNode> {
  const t = useTranslations('policies.signIn');
  const format = useFormatter();
  const { secondFactor, withoutFactor, idleMinutes, absoluteHours, passwordLength, allowedNetworks } = shown;
  const without = t('without', { count: withoutFactor.length, names: format.list(withoutFactor) });
  return {
    secondFactor: (
      <>
        {t(secondFactor)}{' '}
        <span className={withoutFactor.length > 0 ? 'text-xs text-warn-ink' : 'text-xs text-ink-3'}>
          {without}
        </span>
      </>
    ),
    idleMinutes:
      idleMinutes % 60 === 0 ? t('hours', { count: idleMinutes / 60 }) : t('minutes', { count: idleMinutes }),
    absoluteHours:
      absoluteHours % 24 === 0
        ? t('days', { count: absoluteHours / 24 })
        : t('hours', { count: absoluteHours }),
    passwordLength: t('letters', { count: passwordLength }),
    allowedNetworks:
      allowedNetworks.length === 0 ? (
        t('anywhere')
      ) : (
        <span className="mono break-all">{allowedNetworks.join(', ')}</span>
      ),
  };
}
