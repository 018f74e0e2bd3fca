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
  const { unclear, again, byHand } = rotation;
  if (unclear === null) return null;
  const button = (
    <Button variant="main" aria-busy={byHand.isPending || undefined} onClick={() => byHand.start(unclear)}>
      {t('again')}
    </Button>
  );
  return (
    <div className={styles.step}>
      <OperationState operationId={unclear} action={button}>
        <p>{t('words')}</p>
        {again === 'lost' && <p>{t('autoUnknown')}</p>}
      </OperationState>
      {byHand.isPending && <p role="status">{t('working')}</p>}
      {byHand.error && <ErrorCard error={byHand.error} />}
    </div>
  );
}
