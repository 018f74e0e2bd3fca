'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ExportButton } from './export-button.tsx';
import type { FilterState } from './use-filters.ts';
import type { Rows } from './use-rows.ts';
import type { Views } from './views/use-views.ts';
import { ViewsMenu } from './views/views-menu.tsx';

type Props = { rows: Rows; state: FilterState; views: Views; onExportError: (error: unknown) => void };

/** How old the rows are, how many came since, and the export. New rows never push in by themselves. */
export function TransactionsHead({ rows, state, views, onExportError }: Props) {
  const t = useTranslations('transactions');
  const canExport = useCan('export');
  const { fresh, refresh } = rows;
  return (
    <PageHead title={t('title')} asOf={rows.asOf}>
      <span role="status">
        {fresh !== null && (
          <Button icon="up" title={t('head.freshTitle')} onClick={refresh.run} disabled={refresh.busy}>
            {fresh === 'some' ? t('head.freshSome') : t('head.fresh', { count: fresh })}
          </Button>
        )}
      </span>
      <IconButton
        icon="refresh"
        size="md"
        label={refresh.busy ? t('head.refreshing') : t('head.refresh')}
        aria-busy={refresh.busy}
        disabled={refresh.busy || rows.loading}
        onClick={refresh.run}
      />
      <ViewsMenu views={views} state={state} />
      {canExport && <ExportButton filters={state.filters} onError={onExportError} />}
    </PageHead>
  );
}
