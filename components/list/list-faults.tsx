'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ExportFault } from './export/export-fault.tsx';
import type { FilterState } from './filters/use-list-filters.ts';
import { ReadError } from './read-error.tsx';

type Props = {
  state: FilterState;
  /** Absent where the rows say it themselves. */
  rows?: { error: unknown; retry: () => void; asOf: string | null };
  exportError?: unknown;
};

/** Shows errors of the list and its filters above the rows that were read before. */
export function ListFaults({ state, rows, exportError = null }: Props) {
  const t = useTranslations('list.filters');
  // Without its stored filter the list is refused too: one sentence says it better than two.
  const error = state.storedGone ? null : (rows?.error ?? state.storeError);
  if (!error && !exportError && !state.storedGone) return null;
  return (
    <div className="grid gap-2 px-gutter pb-2">
      {Boolean(error) &&
        (rows === undefined ? (
          <ErrorCard error={error} />
        ) : (
          <ReadError error={error} onRetry={rows.retry} asOf={rows.asOf} />
        ))}
      {Boolean(exportError) && <ExportFault error={exportError} />}
      {state.storedGone && (
        <Callout
          tone="warn"
          action={<Button onClick={() => state.set({ f: null })}>{t('storedRemove')}</Button>}
        >
          {t('storedGone')}
        </Callout>
      )}
    </div>
  );
}
