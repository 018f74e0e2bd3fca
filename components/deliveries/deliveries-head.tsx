'use client';

import { useTranslations } from 'next-intl';
import { NewButton } from '#components/app-shell/new-button.tsx';
import { LongHead } from '#components/list/long-list.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { choosing, type Start } from '#lib/resends/start.ts';
import type { DeliveryList } from './use-deliveries.ts';

type Props = { list: DeliveryList; onStart: (start: Start) => void };

/** How fresh the rows are, and the sheet for a resend. */
export function DeliveriesHead({ list, onStart }: Props) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useMayResend();
  const { from, to, webhookId } = list.state.filters;
  return (
    <LongHead
      of={list}
      title={t('title')}
      ways={
        mayResend && (
          <NewButton
            label={words('new')}
            onPress={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          />
        )
      }
    />
  );
}
