import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { usePaletteActions } from '#components/app-shell/command-context.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer, fieldVariants } from '#components/ui/field.tsx';
import { downloadByLink, useFileSize } from '#components/ui/files.ts';
import { Segments } from '#components/ui/segments.tsx';
import { storedText, storeText } from '#components/ui/storage.ts';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, urlOf } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { List } from '#lib/list/list.ts';
import { MOST_EXPORTED, toQuery } from '#lib/list/parsers.ts';
import { filePeriod } from '#lib/list/view-filters.ts';
import { ALL_ACCOUNTS_PATH, placeOf, type ViewPage } from '#lib/views/place.ts';
import {
  chooseFile,
  downloadFile,
  type Ending,
  fileInMemory,
  type Progress,
  savePicker,
} from './csv-download.ts';

type Of = {
  /** First part of the file name, before account and period: "cobrancas". */
  name: string;
  filters: object;
  /** Number of rows the filter finds; null: unknown. */
  count: number | null;
};

/** The export of the filter's rows, or of `ids`, and its last error. Nothing for roles without it. */
export function useListExport(list: Pick<List, 'csv' | 'name'>, of: Of) {
  const t = useTranslations('list.selection');
  const may = useCan('export');
  const [error, setError] = useState<unknown>(null);
  const exportOf = (ids?: readonly string[]) => {
    if (!may) return null;
    if (ids !== undefined && ids.length > MOST_EXPORTED)
      return <span className="cap">{t('mostExported', { most: MOST_EXPORTED })}</span>;
    return <ExportButton {...of} list={list} ids={ids} onError={setError} />;
  };
  return { exportOf, error };
}

type Props = Of & {
  list: Pick<List, 'csv' | 'name'>;
  ids: readonly string[] | undefined;
  onError: (error: unknown) => void;
};

/** The file's name and address. Lists of all accounts name no account and are always masked. */
function useFile({ list, name, filters }: Props) {
  const t = useTranslations('list.export');
  const account = useSession().account.slug;
  const masked = placeOf(list.name as ViewPage, account) === ALL_ACCOUNTS_PATH;
  return {
    masked,
    url(choice: FileChoice) {
      // A list's `csv` path is an untyped string; a test checks each one against the contracts.
      const path = (list.csv ?? '').replace(/csv$/, endingOf(choice));
      const query = { ...toQuery(filters), form: choice === 'machine' ? 'machine' : 'sheet' };
      return urlOf(path as Extract<keyof Endpoints, `GET ${string}.csv`>, account, {}, query);
    },
    nameOf(choice: FileChoice) {
      const { as, ...days } = filePeriod(filters, serverNow());
      return `${t(`file.${as}`, { name: masked ? name : `${name}-${account}`, ...days })}.${endingOf(choice)}`;
    },
  };
}

type Running = { progress: Progress; stop: () => void };

/**
 * Opens the dialog for the format, then writes the file as it arrives, with progress and a stop button in its
 * place.
 */
function ExportButton(props: Props) {
  const { count, ids, onError } = props;
  const t = useTranslations('list.export');
  const toast = useToast();
  const file = useFile(props);
  const progressLabel = useProgressLabels();
  const [open, setOpen] = useState(false);
  const [running, setRunning] = useState<Running | null>(null);
  const label = t(ids === undefined ? 'button' : 'selection');
  const actions = useMemo(
    () =>
      ids === undefined ? [{ id: 'export', label, icon: 'download' as const, run: () => setOpen(true) }] : [],
    [label, ids],
  );
  usePaletteActions(ids === undefined ? 'export' : 'export-selection', actions);
  const start = async (choice: FileChoice) => {
    setOpen(false);
    const [name, pick, ending] = [file.nameOf(choice), savePicker(), endingOf(choice)];
    if (pick === null && ids === undefined) {
      downloadByLink(file.url(choice), name);
      return toast(t('begun'));
    }
    const into = pick === null ? fileInMemory(name, ending) : await chooseFile(pick, name, ending);
    if (into === null) return;
    const abort = new AbortController();
    let latest: Progress = { rows: ending === 'csv' ? 0 : null, bytes: 0 };
    const report = (progress: Progress) => {
      latest = progress;
      setRunning({ progress, stop: () => abort.abort() });
    };
    report(latest);
    onError(null);
    try {
      const download = { url: file.url(choice), ending, ...(ids === undefined ? {} : { ids }) };
      toast(progressLabel('done', await downloadFile(download, into, abort.signal, report)));
    } catch (error) {
      if (abort.signal.aborted) toast(progressLabel('cancelled', latest));
      else onError(error instanceof CallError ? error : latest);
    } finally {
      setRunning(null);
      // The palette may have opened the dialog again meanwhile.
      setOpen(false);
    }
  };
  if (running !== null) return <ExportProgress {...running} />;
  const openDialog = () => setOpen(true);
  return (
    <>
      <Button icon="download" className="@max-[56rem]/room:hidden" onClick={openDialog}>
        {label}
      </Button>
      <IconButton icon="download" label={label} className="@min-[56rem]/room:hidden" onClick={openDialog} />
      {open && (
        <ExportDialog
          count={ids?.length ?? count}
          chosen={ids !== undefined}
          masked={file.masked}
          onClose={() => setOpen(false)}
          onExport={(choice) => void start(choice)}
        />
      )}
    </>
  );
}

function ExportProgress({ progress, stop }: Running) {
  const t = useTranslations('list.export');
  const text = useProgressLabels()('progress', progress);
  return (
    <span className="flex items-center gap-2">
      <span className="text-xs text-ink-2" role="progressbar" aria-label={t('button')} aria-valuetext={text}>
        {progress.bytes === 0 ? t('starting') : text}
      </span>
      <IconButton icon="x" variant="plain" size="md" label={t('cancel')} onClick={stop} />
    </span>
  );
}

/** A CSV for spreadsheets, a workbook, or a machine-readable CSV. */
const CHOICES = ['sheet', 'xlsx', 'machine'] as const;
type FileChoice = (typeof CHOICES)[number];

const endingOf = (choice: FileChoice): Ending => (choice === 'xlsx' ? 'xlsx' : 'csv');

const KEY = 'guiche.export.format';

type DialogProps = {
  /** Number of rows in the file; null where unknown. */
  count: number | null;
  chosen: boolean;
  /** The file is masked for every role. */
  masked: boolean;
  onClose: () => void;
  onExport: (choice: FileChoice) => void;
};

/** Chooses the format; states how many rows the file has and whether personal data is in clear. */
function ExportDialog({ count, chosen, masked, onClose, onExport }: DialogProps) {
  const t = useTranslations('list.export');
  const common = useTranslations('common');
  const reveal = useCan('reveal');
  // The last choice in this browser, else the spreadsheet format.
  const [choice, setChoice] = useState(() => CHOICES.find((one) => one === storedText(KEY)) ?? 'sheet');
  const choose = (next: FileChoice) => {
    setChoice(next);
    storeText(KEY, next);
  };
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
            onChange={choose}
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

/** Texts for an export in progress, done, cancelled or broken: its rows, or its size where none are counted. */
function useProgressLabels() {
  const t = useTranslations('list.export');
  const size = useFileSize();
  return (state: 'progress' | 'done' | 'cancelled' | 'broken', { rows, bytes }: Progress) =>
    rows === null ? t(`${state}Bytes`, { size: size(bytes) }) : t(state, { rows, size: size(bytes) });
}

/** Explains why an export was refused or broke off; a broken file is not saved. */
export function ExportError({ error }: { error: unknown }) {
  const progressLabel = useProgressLabels();
  if (error instanceof CallError) return <ErrorCard error={error} />;
  return (
    <Callout tone="danger" role="alert">
      {progressLabel('broken', error as Progress)}
    </Callout>
  );
}
