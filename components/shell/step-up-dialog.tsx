'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { ConfirmProven } from './confirm-proven.tsx';

type Props = { onProved: () => void; onClose: () => void };

/** Asks for the password and nothing else; what waits for it goes on afterwards. */
export function StepUpDialog({ onProved, onClose }: Props) {
  const t = useTranslations('shell.stepUp');
  const proved = useRef(false);
  return (
    <ConfirmProven
      title={t('title')}
      confirmLabel={t('confirm')}
      onConfirm={async () => {
        proved.current = true;
        onProved();
      }}
      onClose={() => proved.current || onClose()}
      always
    />
  );
}
