'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { useCan } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer, fieldVariants } from '#components/ui/field.tsx';
import { useFileSize } from '#components/ui/files.ts';
import { Segments } from '#components/ui/segments.tsx';
import { CallError } from '#lib/api/client.ts';
import type { Ending, Progress } from './csv-download.ts';

/** A CSV for spreadsheets, a workbook, or a machine-readable CSV. */
const CHOICES = ['sheet', 'xlsx', 'machine'] as const;
export type FileChoice = (typeof CHOICES)[number];

/** The file name extension. */
export const endingOf = (choice: FileChoice): Ending => (choice === 'xlsx' ? 'xlsx' : 'csv');

const KEY = 'guiche.export.format';

/** The file format: the last choice in this browser, else the spreadsheet format. */
function useChoice(): [FileChoice, (next: FileChoice) => void] {
  const [choice, setChoice] = useState(() => storedChoice() ?? 'sheet');
  const choose = useCallback((next: FileChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser without storage forgets the choice; nothing else is lost.
    }
  }, []);
  return [choice, choose];
}

function storedChoice(): FileChoice | null {
  try {
    const stored = localStorage.getItem(KEY);
    return CHOICES.find((choice) => choice === stored) ?? null;
  } catch {
    return null;
  }
}

type Props = {
  /** Number of rows in the file; null where unknown. */
  count: number | null;
  chosen: boolean;
  /** The file is masked for every role. */
  masked: boolean;
  onClose: () => void;
  onExport: (choice: FileChoice) => void;
};

/**
 * Before the export: states how many rows it has and whether personal data is in clear, and asks for the
 * format.
 */
export function ExportDialog({ count, chosen, masked, onClose, onExport }: Props) {
  const t = useTranslations('list.export');
  const common = useTranslations('common');
  const reveal = useCan('reveal');
  const [choice, setChoice] = useChoice();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{common('back')}</Button>
          <Button variant="main" icon="download" data-autofocus onClick={() => onExport(choice)}>
            {t('go')}
          </Button>
        </>
      }
    >
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <p>{count === null ? t('ofFilterOpen') : t(chosen ? 'ofSelection' : 'ofFilter', { count })}</p>
        <div className={fieldVariants()}>
          <Segments
            inPairs
            label={t('format')}
            value={choice}
            onChange={setChoice}
            options={CHOICES.map((value) => ({ value, label: t(value) }))}
          />
          <p className={fieldAnswer()}>{t(`${choice}Hint`)}</p>
        </div>
        {reveal && !masked ? (
          <Callout tone="warn" variant="thin" title={t('inClear')}>
            {t('inClearHint')}
          </Callout>
        ) : (
          <p className="text-xs text-ink-3">{t(masked ? 'always' : 'masked')}</p>
        )}
      </div>
    </Dialog>
  );
}

/** Explains why an export was refused or broke off; a broken file is not saved. */
export function ExportError({ error }: { error: unknown }) {
  const t = useTranslations('list.export');
  const size = useFileSize();
  if (error instanceof CallError) return <ErrorCard error={error} />;
  const { rows, bytes } = error as Progress;
  return (
    <Callout tone="danger" role="alert">
      {rows === null ? t('brokenBytes', { size: size(bytes) }) : t('broken', { rows })}
    </Callout>
  );
}
