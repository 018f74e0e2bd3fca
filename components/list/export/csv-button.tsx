'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { usePaletteActions } from '#components/shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import type { CsvFormat } from '#lib/csv.ts';
import { partsOf } from '#lib/list/chosen.ts';
import type { Progress } from './csv-download.ts';

/** Fetched when the button is approached. */
const fetchDialog = () => import('./export-dialog.tsx');
const fetchDownload = () => import('./csv-download.ts');
const ExportDialog = dynamic(async () => (await fetchDialog()).ExportDialog, { loading: () => null });
const near = fetchNear(fetchDialog, fetchDownload);

export type ExportQuery = { format: CsvFormat; ids?: string };
type Props = {
  /** Asked when the file's form is chosen. */
  url: (how: ExportQuery) => string;
  fileName: () => string;
  onError: (error: unknown) => void;
  /** Rows that the file has, where that is known. */
  count: number | null;
  /** Only these of the filter. */
  ids?: readonly string[];
  /** True when the file is masked for every role. */
  masked?: true;
};
type Running = { progress: Progress; stop: () => void };

/** A list as CSV, written while it arrives, with its progress and a way to stop. */
export function CsvButton(props: Props) {
  const t = useTranslations('list.export');
  const { count, ids, masked = false } = props;
  const [running, start] = useExport(props);
  const [asking, setAsking] = useState(false);
  const size = useFileSize();
  const label = t(ids === undefined ? 'button' : 'selection');
  const actions = useMemo(
    () =>
      ids === undefined
        ? [{ id: 'export', label, icon: 'download' as const, run: () => setAsking(true) }]
        : [],
    [label, ids],
  );
  usePaletteActions(ids === undefined ? 'export' : 'export-selection', actions);
  const ask = { onPointerEnter: near, onFocus: near, onClick: () => setAsking(true) };
  if (running === null)
    return (
      <>
        <Button icon="download" className="@max-[48rem]/room:hidden" {...ask}>
          {label}
        </Button>
        <IconButton icon="download" label={label} className="@min-[48rem]/room:hidden" {...ask} />
        {asking && (
          <ExportDialog
            count={ids?.length ?? count}
            chosen={ids !== undefined}
            masked={masked}
            onClose={() => setAsking(false)}
            onExport={(format) => {
              setAsking(false);
              void start(format);
            }}
          />
        )}
      </>
    );
  const { rows, bytes } = running.progress;
  return (
    <span className="flex items-center gap-2">
      <span
        className="text-xs text-ink-2"
        role="progressbar"
        aria-label={t('button')}
        aria-valuetext={t('progress', { rows, size: size(bytes) })}
      >
        {bytes === 0 ? t('starting') : t('progress', { rows, size: size(bytes) })}
      </span>
      <IconButton icon="x" variant="plain" size="md" label={t('cancel')} onClick={running.stop} />
    </span>
  );
}

function useExport(props: Props): [Running | null, (format: CsvFormat) => Promise<void>] {
  const { url, fileName, onError, ids } = props;
  const t = useTranslations('list.export');
  const toast = useToast();
  const size = useFileSize();
  const [running, setRunning] = useState<Running | null>(null);
  const latest = useRef<Progress>({ rows: 0, bytes: 0 });
  const start = async (format: CsvFormat) => {
    const { chooseFile, downloadByLink, downloadCsv, fileInMemory, savePicker } = await fetchDownload();
    const from =
      ids === undefined
        ? [url({ format })]
        : partsOf(ids).map((part) => url({ format, ids: part.join(',') }));
    const [name, pick] = [fileName(), savePicker()];
    const [whole] = from;
    if (pick === null && from.length === 1 && whole !== undefined) {
      downloadByLink(whole, name);
      return toast(t('begun'));
    }
    const into = pick === null ? fileInMemory(name) : await chooseFile(pick, name);
    if (into === null) return;
    const abort = new AbortController();
    const tell = (progress: Progress) => {
      latest.current = progress;
      setRunning({ progress, stop: () => abort.abort() });
    };
    tell({ rows: 0, bytes: 0 });
    onError(null);
    try {
      const { rows, bytes } = await downloadCsv(from, into, abort.signal, tell);
      toast(t('done', { rows, size: size(bytes) }));
    } catch (error) {
      const { rows } = latest.current;
      if (abort.signal.aborted) toast(t('cancelled', { rows }));
      else onError(error instanceof CallError ? error : { rows });
    } finally {
      setRunning(null);
    }
  };
  return [running, start];
}

/** '48 kB', '1,2 MB' in the operator's language. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
    }).format(value);
  };
}
