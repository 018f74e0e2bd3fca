'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { MenuItem } from '#components/ui/menu.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { useRunOwnership } from './endpoint-state.tsx';
import { type OpenState, useMay } from './use-webhooks.ts';

export type Confirming = 'pause' | 'resume' | 'remove' | 'paste';

/** Path of an endpoint's deliveries. */
export const deliveriesPath = (account: string, id: string, more = '') =>
  `/${account}/deliveries?webhookId=${encodeURIComponent(id)}${more}`;

/** Menu items of the actions available on an endpoint; changes ask for confirmation. */
export function useEndpointActions(
  row: WebhookRow,
  show: OpenState['show'],
  confirm: (what: Confirming) => void,
): MenuItem[] {
  const t = useTranslations('webhooks.actions');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  const ownership = useRunOwnership(row.id);
  const free = row.open === null;
  const rotates = capabilities.includes('webhook-rotation');
  const unacknowledged = row.secret?.mayShow === true && row.secret.origin === 'issued';
  const item = (id: string, run: () => void, disabled = false): MenuItem => ({
    kind: 'item',
    id,
    label: t(id as 'edit'),
    disabled,
    onSelect: run,
  });
  const items: (MenuItem | false)[] = [
    item('details', () => show({ what: 'endpoint', id: row.id })),
    capabilities.includes('deliveries') && {
      kind: 'link',
      id: 'deliveries',
      label: t('deliveries'),
      href: deliveriesPath(slug, row.id),
    },
    may.webhook && { kind: 'rule', id: 'rule' },
    may.webhook && row.url !== null && item('test', () => show({ what: 'test', id: row.id })),
    may.webhook &&
      unacknowledged &&
      item('show', () => show({ what: rotates ? 'rotate' : 'started', id: row.id })),
    may.webhook &&
      rotates &&
      !unacknowledged &&
      item(row.hasSecret === false ? 'create' : 'rotate', () => show({ what: 'rotate', id: row.id })),
    may.webhook && row.secret === null && row.hasSecret !== false && item('paste', () => confirm('paste')),
    may.webhook && row.ownership !== null && item('ownership', () => void ownership.submit(undefined)),
    may.webhook && item('edit', () => show({ what: 'edit', id: row.id }), !free),
    may.webhook &&
      (row.active === false
        ? item('resume', () => confirm('resume'), !free)
        : item('pause', () => confirm('pause'), !free)),
    may.webhook && item('remove', () => confirm('remove'), !free),
  ];
  return items.filter((one) => one !== false);
}
