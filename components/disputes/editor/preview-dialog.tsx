'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { DefensePreview } from '#lib/disputes/contract.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { FileList } from './file-list.tsx';
import { Letter } from './letter.tsx';
import { useObstacleLabels } from './obstacle-labels.ts';
import { usePreview } from './use-preview.ts';

/** Exactly what would be sent, as the server would send it. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('disputes.preview');
  const { preview, error, readAgain } = usePreview();
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('title')}
      closeLabel={t('close')}
      footer={
        <>
          {preview !== null && <CopyButton value={preview.text}>{t('copy')}</CopyButton>}
          <Button onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </>
      }
    >
      {Boolean(error) && <ErrorCard error={error} onRetry={readAgain} />}
      {preview === null && !error && (
        <div className="grid gap-2" aria-busy="true">
          <Skeleton width="90%" />
          <Skeleton width="80%" />
          <Skeleton width="85%" />
        </div>
      )}
      {preview !== null && <Shown preview={preview} />}
    </Dialog>
  );
}

function Shown({ preview }: { preview: DefensePreview }) {
  const t = useTranslations('disputes.preview');
  const format = useFormatter();
  return (
    <>
      <p>{t('version', { version: preview.version })}</p>
      <Obstacles preview={preview} />
      <h3>{t('text', { count: format.number(preview.characters), limit: format.number(preview.limit) })}</h3>
      <Letter>{preview.text}</Letter>
      <h3>{t('files', { count: preview.files.length })}</h3>
      <FileList files={preview.files} />
    </>
  );
}

export function Obstacles({ preview: { obstacles, signs } }: { preview: DefensePreview }) {
  const t = useTranslations('disputes.preview');
  const draft = useDefenseDraft();
  const wordsOf = useObstacleLabels();
  if (obstacles.length === 0) return null;
  return (
    <Callout tone="warn" title={t('obstacles')} role="alert">
      {obstacles.map((obstacle) => wordsOf(obstacle, draft, signs)).join(' ')}
    </Callout>
  );
}
