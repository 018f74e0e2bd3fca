'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LongHead } from '#components/list/long-list.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { choosing, type Start } from '#lib/resends/start.ts';
import type { DeliveryList } from './use-deliveries.ts';

type Props = { list: DeliveryList; onStart: (start: Start) => void };

/** How fresh the rows are, and the resends. */
export function DeliveriesHead({ list, onStart }: Props) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useMayResend();
  const { account } = useSession();
  const { from, to, webhookId } = list.state.filters;
  return (
    <LongHead
      of={list}
      title={t('title')}
      ways={
        <>
          {account.capabilities.includes('resends') && (
            <LinkButton href={`/${account.slug}/resends`} variant="quiet">
              {words('list')}
            </LinkButton>
          )}
          {mayResend && (
            <Button onClick={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}>
              {words('new')}
            </Button>
          )}
        </>
      }
    />
  );
}
