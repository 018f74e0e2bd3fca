'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { EndpointConfirm } from './endpoint-confirm.tsx';
import { type Confirming, useEndpointActions } from './use-endpoint-actions.ts';
import type { OpenState } from './use-webhooks.ts';

type Props = { row: WebhookRow; name: string; state: OpenState };

/** Everything that can be done with one endpoint. */
export function EndpointMenu({ row, name, state }: Props) {
  const t = useTranslations('webhooks.list');
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const items = useEndpointActions(row, state.show, setConfirming);
  return (
    <>
      <Menu
        label={t('actions', { url: name })}
        align="end"
        trigger={<IconButton icon="more" label={t('actions', { url: name })} />}
        items={items}
      />
      {confirming && (
        <EndpointConfirm row={row} name={name} what={confirming} onClose={() => setConfirming(null)} />
      )}
    </>
  );
}
