'use client';

import { useTranslations } from 'next-intl';
import { buttonVariants } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { PROOF_WINDOW, useStepUp } from './step-up-context.ts';

/**
 * State of the single sign-on window, and a link to it, which no browser keeps from opening, for an operator
 * who never saw it, closed it or came back without it.
 */
export function ProofElsewhere() {
  const t = useTranslations('shell.stepUp');
  const { elsewhere } = useStepUp();
  if (elsewhere === null) return <p>{t('elsewhere')}</p>;
  return (
    <Callout
      tone={elsewhere === 'asked' ? 'flow' : 'warn'}
      role={elsewhere === 'asked' ? 'status' : 'alert'}
      title={t(`window.${elsewhere}`)}
      action={
        <a className={buttonVariants({ size: 'sm' })} href={PROOF_WINDOW} target="_blank" rel="noreferrer">
          {t('window.open')}
        </a>
      }
    >
      {t('window.words')}
    </Callout>
  );
}
