'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import type { Rows } from './use-rows.ts';

/** How many came since, and taking them in. New rows never push in under somebody who reads on. */
export function RefreshRows<R extends ListRow, S extends ListSums>({ rows }: { rows: Rows<R, S> }) {
  const t = useTranslations('list.head');
  const { fresh, refresh, loading } = rows;
  return (
    <>
      <span role="status">
        {fresh !== null && (
          <Button icon="up" title={t('freshTitle')} onClick={refresh.run} disabled={refresh.busy}>
            {fresh === 'some' ? t('freshSome') : t('fresh', { count: fresh })}
          </Button>
        )}
      </span>
      <IconButton
        icon="refresh"
        size="md"
        label={refresh.busy ? t('refreshing') : t('refresh')}
        aria-busy={refresh.busy}
        disabled={refresh.busy || loading}
        onClick={refresh.run}
      />
    </>
  );
}
