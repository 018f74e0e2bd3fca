'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

/** Before a secret that is not stored is left: what it means, and that it is not lost. */
export function CloseGuard({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('webhooks.rotate');
  const back = useTranslations('common')('back');
  const footer = (
    <>
      <Button onClick={onStay} data-autofocus>
        {back}
      </Button>
      <Button variant="main" onClick={onLeave}>
        {t('closeButton')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onStay} title={t('closeTitle')} footer={footer}>
      <p>{t('closeWords')}</p>
    </Dialog>
  );
}
