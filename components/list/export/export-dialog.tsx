'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { CSV_FORMATS, type CsvFormat } from '#lib/csv.ts';

const KEY = 'guiche.export.format';

/** The file's form: what was chosen last in this browser, else what the operator's language opens. */
function useFormat(): [CsvFormat, (next: CsvFormat) => void] {
  const usual: CsvFormat = useLocale() === 'pt-BR' ? 'spreadsheet' : 'rfc4180';
  const [format, setFormat] = useState(() => remembered() ?? usual);
  const choose = useCallback((next: CsvFormat) => {
    setFormat(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser without storage forgets the choice; nothing else is lost.
    }
  }, []);
  return [format, choose];
}

function remembered(): CsvFormat | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'spreadsheet' || kept === 'rfc4180' ? kept : null;
  } catch {
    return null;
  }
}

type Props = {
  /** How many rows the file has; null where nobody knows yet. */
  count: number | null;
  chosen: boolean;
  /** For everybody, whatever their role. */
  masked: boolean;
  onClose: () => void;
  onExport: (format: CsvFormat) => void;
};

/** Of what, for whom, and whether personal data leaves in clear: said before the file is made. */
export function ExportDialog({ count, chosen, masked, onClose, onExport }: Props) {
  const t = useTranslations('list.export');
  const common = useTranslations('common');
  const reveal = useCan('reveal');
  const [format, setFormat] = useFormat();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{common('back')}</Button>
          <Button variant="main" icon="download" data-autofocus onClick={() => onExport(format)}>
            {t('go')}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>{count === null ? t('ofFilterOpen') : t(chosen ? 'ofSelection' : 'ofFilter', { count })}</p>
        <div className="form-field">
          <Segments
            label={t('format')}
            value={format}
            onChange={setFormat}
            options={CSV_FORMATS.toReversed().map((value) => ({ value, label: t(value) }))}
          />
          <p className="form-answer">{t(`${format}Hint`)}</p>
        </div>
        {reveal && !masked ? (
          <Callout tone="warn" variant="thin" title={t('inClear')}>
            {t('inClearTodo')}
          </Callout>
        ) : (
          <p className="text-xs text-ink-3">{t(masked ? 'always' : 'masked')}</p>
        )}
      </div>
    </Dialog>
  );
}
