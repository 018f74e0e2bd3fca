'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { DefensePreview, Draft, LetterSign } from '#lib/disputes/contract.ts';
import { SECTIONS, unknownFacts } from '#lib/disputes/letter.ts';
import { previewOptions } from '#lib/disputes/queries.ts';
import { type DefenseDraft, useDefenseDraft } from './defense-draft.tsx';
import { FileList } from './draft-panels.tsx';
import { Letter, useFactName } from './letter.tsx';

/** Saves the draft, then reads from the server exactly what it would send. */
export function usePreview() {
  const { account, detail, save, state } = useDefenseDraft();
  /** Undefined while the draft is saved; null: it could not be stored. */
  const [saved, setSaved] = useState<Draft | null>();
  useEffect(() => {
    let here = true;
    void save().then((stored) => here && setSaved(stored));
    return () => {
      here = false;
    };
  }, [save]);
  const query = useQuery({
    ...previewOptions(account, detail.dispute.id, saved?.version ?? 0),
    enabled: saved != null,
  });
  const failure = state.is === 'failed' ? state.error : null;
  return {
    preview: saved == null || query.isFetching ? null : (query.data ?? null),
    error: saved === null ? failure : query.error,
    readAgain: () => void query.refetch(),
  };
}

/** Shows exactly what the server would send. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('disputes.preview');
  const format = useFormatter();
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
      {preview !== null && (
        <>
          <p>{t('version', { version: preview.version })}</p>
          <Obstacles preview={preview} />
          <h3>
            {t('text', { count: format.number(preview.characters), limit: format.number(preview.limit) })}
          </h3>
          <Letter>{preview.text}</Letter>
          <h3>{t('files', { count: preview.files.length })}</h3>
          <FileList files={preview.files} />
        </>
      )}
    </Dialog>
  );
}

/** Explains why the defense cannot be sent; a code without a translation is shown as it is. */
export function useObstacleLabels() {
  const t = useTranslations('disputes.bar.cannot');
  const sections = useTranslations('disputes.editor.sections');
  const nameOf = useFactName();
  /** Lists characters by section: `Venda: 👍 日; Contato: 👍`. */
  const placesOf = (signs: readonly LetterSign[]) =>
    SECTIONS.map((name) => ({ name, here: signs.filter(({ section }) => section === name) }))
      .filter(({ here }) => here.length > 0)
      .map(({ name, here }) => `${sections(name)}: ${here.map(({ sign }) => visibleSign(sign)).join(' ')}`)
      .join('; ');
  return (obstacle: string, { written, facts }: DefenseDraft, signs: readonly LetterSign[] = []): string => {
    if (!t.has(obstacle as 'empty')) return t('other', { word: obstacle });
    const list =
      obstacle === 'no_glyph'
        ? placesOf(signs)
        : unknownFacts(written.sections, facts).map(nameOf).join(', ');
    return t(obstacle as 'unknown_fact', { list });
  };
}

/** An invisible character is shown as its code point. */
function visibleSign(sign: string): string {
  if (!/^\p{C}/u.test(sign)) return sign;
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first obstacle this screen can detect; the server checks the stored version again. */
export function obstacleOf(draft: DefenseDraft): string | null {
  const { written, facts, count, conflict, detail, state } = draft;
  if (conflict !== null) return 'conflict';
  if (count === 0) return 'empty';
  if (unknownFacts(written.sections, facts).length > 0) return 'unknown_fact';
  if (count > detail.limits.characters && !written.letterAsPdf) return 'too_long';
  return state.is === 'failed' ? 'unsaved' : null;
}

export function Obstacles({ preview: { obstacles, signs } }: { preview: DefensePreview }) {
  const t = useTranslations('disputes.preview');
  const draft = useDefenseDraft();
  const labelOf = useObstacleLabels();
  if (obstacles.length === 0) return null;
  return (
    <Callout tone="warn" title={t('obstacles')} role="alert">
      {obstacles.map((obstacle) => labelOf(obstacle, draft, signs)).join(' ')}
    </Callout>
  );
}
