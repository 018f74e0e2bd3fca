'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useFilterName } from '#components/list/filters/use-list-filters.ts';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { addressName } from '#lib/webhooks/target.ts';
import type { FilterState } from './use-deliveries.ts';

type Props = { state: FilterState; seen: readonly { url: string | null }[] };

/** Filters by one registered endpoint (id) or one address that deliveries went to. */
export function EndpointChip({ state: { filters, set }, seen }: Props) {
  const t = useTranslations('list.filters');
  const label = useFilterName()('webhookId');
  const { account } = useSession();
  const { data } = useQuery({
    ...webhooksOptions(account.slug),
    enabled: account.capabilities.includes('webhooks'),
  });
  const { webhookId, url } = filters;
  const registered = data?.items ?? [];
  const known = new Set(registered.map((one) => one.url));
  const others = new Set([...seen, { url }].flatMap((one) => one.url ?? []).filter((one) => !known.has(one)));
  const chosen = webhookId === null ? url : (registered.find((one) => one.id === webhookId)?.url ?? null);
  const shown = chosen === null ? webhookId && shortId(webhookId) : addressName(chosen);
  const options = [
    { value: 'u ', label: t('any') },
    ...registered.map((one) => ({ value: `w ${one.id}`, label: one.url ?? shortId(one.id) })),
    ...[...others].map((one) => ({ value: `u ${one}`, label: one })),
  ];
  const value = webhookId === null ? `u ${url ?? ''}` : `w ${webhookId}`;
  const choose = (next: string) => {
    const of = next.slice(2) || null;
    set(next.startsWith('w') ? { webhookId: of, url: null } : { webhookId: null, url: of });
  };
  return (
    <Chip>
      <Menu
        label={label}
        items={[{ kind: 'choice', id: 'endpoint', label, value, onChange: choose, options }]}
        trigger={<ChipButton label={label} value={shown ?? t('any')} caret={shown === null} />}
      />
      {shown !== null && <ChipRemove label={t('remove', { name: label })} onClick={() => choose('u ')} />}
    </Chip>
  );
}
