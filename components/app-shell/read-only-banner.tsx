import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Callout } from '#components/ui/callout.tsx';

/** PZA206: the contract waits for a signature; reading goes on. */
export function ReadOnlyBanner({ action }: { action?: ReactNode }) {
  const t = useTranslations('shell.readOnly');
  return (
    <Callout tone="warn" icon="lock" variant="banner" role="status" title={t('title')} action={action}>
      {t('words')} <span className="mono">PZA206</span>
    </Callout>
  );
}
