'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { usePaletteActions } from '#components/app-shell/command-context.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { useFileSize } from '#components/ui/files.ts';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, urlOf } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { filePeriod } from '#lib/list/file-name.ts';
import type { List } from '#lib/list/list.ts';
import { MOST_EXPORTED, toQuery } from '#lib/list/parsers.ts';
import { ALL_ACCOUNTS_PATH, placeOf, type ViewPage } from '#lib/views/place.ts';
import {
  chooseFile,
  downloadByLink,
  downloadFile,
  fileInMemory,
  type Progress,
  savePicker,
} from './csv-download.ts';
import { ExportDialog, endingOf, type FileChoice } from './export-dialog.tsx';

type Of = {
  /** First part of the file name, before account and period: "cobrancas". */
  name: string;
  filters: object;
  /** Number of rows the filter finds; null: unknown. */
  count: number | null;
};
type FileProps = Of & {
  list: string;
  csv: List['csv'];
  ids: readonly string[] | undefined;
  onError: (error: unknown) => void;
};

/** The export of a list: of its whole filter or of the selected rows (`ids`), and its last error. */
export function useListExport({ csv, name: list }: Pick<List, 'csv' | 'name'>, of: Of) {
  const [error, onError] = useState<unknown>(null);
  const exportOf = (ids?: readonly string[]): ReactNode => (
    <ListFile {...of} list={list} csv={csv} ids={ids} onError={onError} />
  );
  return { exportOf, error };
}

type ExportOf = {
  /** Called once the format is chosen. */
  url: (choice: FileChoice) => string;
  fileName: (choice: FileChoice) => string;
  onError: (error: unknown) => void;
  /** Number of rows in the file; null: unknown. */
  count: number | null;
  /** Exports only these rows. */
  ids?: readonly string[];
  /** True when the file is masked for every role. */
  masked?: true;
};

type Props = ExportOf & { onRun: () => void; onEnd: () => void };

type Running = { progress: Progress; stop: () => void };

/**
 * Asks for the format, then writes the file. `onRun` hides the button while the task runs; `onEnd` shows it
 * again.
 */
function ExportTask(props: Props) {
  const t = useTranslations('list.export');
  const { count, ids, masked = false, onEnd } = props;
  const [asking, setAsking] = useState(true);
  const [running, start] = useExport(props);
  const size = useFileSize();
  if (running === null)
    return asking ? (
      <ExportDialog
        count={ids?.length ?? count}
        chosen={ids !== undefined}
        masked={masked}
        onClose={onEnd}
        onExport={(choice) => {
          setAsking(false);
          void start(choice);
        }}
      />
    ) : null;
  const { rows, bytes } = running.progress;
  const progressText =
    rows === null ? t('progressBytes', { size: size(bytes) }) : t('progress', { rows, size: size(bytes) });
  return (
    <span className="flex items-center gap-2">
      <span
        className="text-xs text-ink-2"
        role="progressbar"
        aria-label={t('button')}
        aria-valuetext={progressText}
      >
        {bytes === 0 ? t('starting') : progressText}
      </span>
      <IconButton icon="x" variant="plain" size="md" label={t('cancel')} onClick={running.stop} />
    </span>
  );
}

function useExport(props: Props): [Running | null, (choice: FileChoice) => Promise<void>] {
  const { url, fileName, onError, ids, onRun, onEnd } = props;
  const t = useTranslations('list.export');
  const toast = useToast();
  const size = useFileSize();
  const [running, setRunning] = useState<Running | null>(null);
  const start = async (choice: FileChoice) => {
    const [name, pick, ending] = [fileName(choice), savePicker(), endingOf(choice)];
    if (pick === null && ids === undefined) {
      downloadByLink(url(choice), name);
      toast(t('begun'));
      return onEnd();
    }
    const into = pick === null ? fileInMemory(name, ending) : await chooseFile(pick, name, ending);
    if (into === null) return onEnd();
    const abort = new AbortController();
    let latest: Progress = { rows: ending === 'csv' ? 0 : null, bytes: 0 };
    const report = (progress: Progress) => {
      latest = progress;
      setRunning({ progress, stop: () => abort.abort() });
    };
    report(latest);
    onRun();
    onError(null);
    try {
      const download = { url: url(choice), ending, ...(ids === undefined ? {} : { ids }) };
      const { rows, bytes } = await downloadFile(download, into, abort.signal, report);
      toast(rows === null ? t('doneBytes', { size: size(bytes) }) : t('done', { rows, size: size(bytes) }));
    } catch (error) {
      const { rows, bytes } = latest;
      if (abort.signal.aborted)
        toast(rows === null ? t('cancelledBytes', { size: size(bytes) }) : t('cancelled', { rows }));
      else onError(error instanceof CallError ? error : latest);
    } finally {
      onEnd();
    }
  };
  return [running, start];
}

/** The export button: writes the list to a file as it arrives, with progress and a stop button. */
function CsvButton(props: ExportOf) {
  const t = useTranslations('list.export');
  const { ids } = props;
  const [task, setTask] = useState<'asked' | 'running' | null>(null);
  const label = t(ids === undefined ? 'button' : 'selection');
  const actions = useMemo(
    () =>
      ids === undefined
        ? [{ id: 'export', label, icon: 'download' as const, run: () => setTask('asked') }]
        : [],
    [label, ids],
  );
  usePaletteActions(ids === undefined ? 'export' : 'export-selection', actions);
  const ask = { onClick: () => setTask('asked') };
  return (
    <>
      {task !== 'running' && (
        <>
          <Button icon="download" className="@max-[56rem]/room:hidden" {...ask}>
            {label}
          </Button>
          <IconButton icon="download" label={label} className="@min-[56rem]/room:hidden" {...ask} />
        </>
      )}
      {task !== null && (
        <ExportTask {...props} onRun={() => setTask('running')} onEnd={() => setTask(null)} />
      )}
    </>
  );
}

/**
 * Renders nothing for roles that may not export. Lists of all accounts have no account in the file name and
 * are masked for everybody.
 */
function ListFile({ list, csv, name, filters, ids, ...rest }: FileProps) {
  const t = useTranslations('list.export');
  const most = useTranslations('list.selection');
  const account = useSession().account.slug;
  const mayExport = useCan('export');
  const allAccounts = placeOf(list as ViewPage, account) === ALL_ACCOUNTS_PATH;
  if (!mayExport) return null;
  if ((ids?.length ?? 0) > MOST_EXPORTED)
    return <span className="cap">{most('mostExported', { most: MOST_EXPORTED })}</span>;
  // A list's `csv` path is an untyped string; a test checks each one against the contracts.
  const fileOf = (choice: FileChoice) =>
    (csv ?? '').replace(/csv$/, endingOf(choice)) as Extract<keyof Endpoints, `GET ${string}.csv`>;
  return (
    <CsvButton
      {...rest}
      {...(ids && { ids })}
      {...(allAccounts && { masked: true as const })}
      url={(choice) =>
        urlOf(
          fileOf(choice),
          account,
          {},
          { ...toQuery(filters), form: choice === 'machine' ? 'machine' : 'sheet' },
        )
      }
      fileName={(choice) => {
        const { as, ...days } = filePeriod(filters, serverNow());
        return `${t(`file.${as}`, { name: allAccounts ? name : `${name}-${account}`, ...days })}.${endingOf(choice)}`;
      }}
    />
  );
}
