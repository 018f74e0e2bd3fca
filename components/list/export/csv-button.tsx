'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { usePaletteActions } from '#components/app-shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { FileChoice } from './export-dialog.tsx';
import { ExportTask } from './export-task.tsx';

export type ExportOf = {
  /** Asked when the file's form is chosen. */
  url: (choice: FileChoice) => string;
  fileName: (choice: FileChoice) => string;
  onError: (error: unknown) => void;
  /** Rows that the file has, where that is known. */
  count: number | null;
  /** Only these of the filter. */
  ids?: readonly string[];
  /** True when the file is masked for every role. */
  masked?: true;
};

/** A list as a file, written while it arrives, with its progress and a way to stop. */
export function CsvButton(props: ExportOf) {
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
