'use client';

import { useTranslations } from 'next-intl';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import styles from '../webhooks.module.css';
import type { Rotation } from './use-rotation.ts';

/** The answer was lost: why only another rotation helps, and its button. */
export function UnclearStep({ rotation }: { rotation: Rotation }) {
  const t = useTranslations('webhooks.rotate.unknown');
  const { unclear, again, repeat } = rotation;
  if (unclear === null) return null;
  const button = (
    <Button
      variant="main"
      aria-busy={repeat.busy || undefined}
      onClick={() => void repeat.submit(undefined, { id: unclear })}
    >
      {t('again')}
    </Button>
  );
  return (
    <div className={styles.step}>
      <OperationState operationId={unclear} action={button}>
        <p>{t('words')}</p>
        {again === 'lost' && <p>{t('autoUnknown')}</p>}
      </OperationState>
      {repeat.busy && <p role="status">{t('working')}</p>}
      {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
    </div>
  );
}
