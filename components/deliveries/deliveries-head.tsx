'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { RefreshRows } from '#components/list/refresh-rows.tsx';
import { nearResendSheet } from '#components/resends/lazy-resend-sheet.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { choosing, type Start } from '#lib/resends/start.ts';
import type { DeliveryRows, FilterState } from './use-deliveries.ts';

type Props = {
  state: FilterState;
  rows: DeliveryRows;
  views: ReactNode;
  onStart: (start: Start) => void;
  exported: ReactNode;
};

/** How fresh the rows are, and the resends. */
export function DeliveriesHead({ state, rows, views, onStart, exported }: Props) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useMayResend();
  const { account } = useSession();
  const { from, to, webhookId } = state.filters;
  return (
    <PageHead title={t('title')} asOf={rows.asOf} live={rows.live}>
      <RefreshRows rows={rows} />
      <span className="head-ways">
        {views}
        {exported}
        {account.capabilities.includes('resends') && (
          <LinkButton href={`/${account.slug}/resends`} variant="quiet">
            {words('list')}
          </LinkButton>
        )}
        {mayResend && (
          <Button
            onPointerEnter={nearResendSheet}
            onFocus={nearResendSheet}
            onClick={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          >
            {words('new')}
          </Button>
        )}
      </span>
    </PageHead>
  );
}
