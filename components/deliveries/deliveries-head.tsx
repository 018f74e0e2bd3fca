'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ListExport } from '#components/list/export/list-export.tsx';
import { RefreshRows } from '#components/list/refresh-rows.tsx';
import { nearSheet } from '#components/resends/lazy-sheet.tsx';
import { choosing, type Start } from '#components/resends/sheet/start.ts';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { urlOf } from '#lib/api/client.ts';
import type { DeliveryFilters } from '#lib/deliveries/deliveries.list.ts';
import { toQuery } from '#lib/list/list.ts';
import type { DeliveryRows, FilterState } from './use-deliveries.ts';

type Props = {
  state: FilterState;
  rows: DeliveryRows;
  views: ReactNode;
  onStart: (start: Start) => void;
  onExportError: (error: unknown) => void;
};

type ExportProps = {
  filters: DeliveryFilters;
  count: number | null;
  ids?: readonly string[];
  onError: (error: unknown) => void;
};

/** CSV of exactly the filter on screen, or of these of its rows. */
export function DeliveriesExport({ filters, ...rest }: ExportProps) {
  const t = useTranslations('deliveries');
  return (
    <ListExport
      {...rest}
      name={t('file')}
      url={(account, how) => urlOf('GET /deliveries.csv', account, {}, { ...toQuery(filters), ...how })}
    />
  );
}

/** How fresh the rows are, and the resends. */
export function DeliveriesHead({ state, rows, views, onStart, onExportError }: Props) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useMayResend();
  const { account } = useSession();
  const { from, to, webhookId } = state.filters;
  return (
    <PageHead title={t('title')} asOf={rows.asOf} live={rows.live}>
      <RefreshRows rows={rows} />
      {views}
      <DeliveriesExport filters={state.filters} count={rows.total} onError={onExportError} />
      {/* Where they need a line of their own, they share it. */}
      <span className="flex items-center gap-3">
        {account.capabilities.includes('resends') && (
          <LinkButton href={`/${account.slug}/resends`} variant="quiet">
            {words('list')}
          </LinkButton>
        )}
        {mayResend && (
          <Button
            onPointerEnter={nearSheet}
            onFocus={nearSheet}
            onClick={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          >
            {words('new')}
          </Button>
        )}
      </span>
    </PageHead>
  );
}
