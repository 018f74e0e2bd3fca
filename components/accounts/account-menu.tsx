'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useChange } from '#components/shell/use-change.ts';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { accountKeys, type Connection } from '#lib/accounts/queries.ts';
import { call } from '#lib/api/client.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import type { Beside } from './use-beside.ts';
import { useFaults } from './use-faults.ts';

type Props = { account: Connection; all: readonly Connection[]; beside: Beside };

/** What can be done with one connection. */
export function AccountMenu({ account, all, beside }: Props) {
  const t = useTranslations('accounts.actions');
  const [removing, setRemoving] = useState(false);
  const order = useOrder(all.map(({ id }) => id));
  const faults = useFaults(order.error);
  const at = all.findIndex(({ id }) => id === account.id);
  const open = (what: 'doctor' | 'edit' | 'credential') => () => beside.show(what, account.slug);
  const items: MenuItem[] = [
    { kind: 'item', id: 'doctor', label: t('doctor'), icon: 'search', onSelect: open('doctor') },
    { kind: 'item', id: 'edit', label: t('edit'), icon: 'gear', onSelect: open('edit') },
    { kind: 'item', id: 'credential', label: t('credential'), icon: 'key', onSelect: open('credential') },
    { kind: 'rule', id: 'rule-order' },
    ...move('up', at - 1),
    ...move('down', at + 1),
    ...removal(),
  ];
  function move(way: 'up' | 'down', to: number): MenuItem[] {
    const disabled = to < 0 || to >= all.length || order.isPending;
    return [
      { kind: 'item', id: way, label: t(way), icon: way, disabled, onSelect: () => order.start({ at, to }) },
    ];
  }
  function removal(): MenuItem[] {
    if (account.origin !== 'settings') return [];
    const onSelect = () => setRemoving(true);
    return [
      { kind: 'rule', id: 'rule-remove' },
      { kind: 'item', id: 'remove', label: t('remove'), icon: 'x', onSelect },
    ];
  }
  const trigger = (
    <button
      type="button"
      className="btn btn-icon btn-quiet btn-sm"
      aria-label={t('open', { name: account.name })}
    >
      <Icon name="more" />
    </button>
  );
  return (
    <>
      <div>
        <Menu label={t('open', { name: account.name })} trigger={trigger} items={items} align="end" />
        {removing && <RemoveDialog account={account} onClose={() => setRemoving(false)} />}
      </div>
      {faults.way !== null && (
        <div className="col-span-full">
          <Callout tone="warn" look="thin" title={faults.way} role="alert" />
        </div>
      )}
      {Boolean(faults.rest) && <ErrorCard error={faults.rest} className="col-span-full" />}
    </>
  );
}

function useOrder(ids: string[]) {
  const client = useQueryClient();
  const router = useRouter();
  const again = () => void client.invalidateQueries({ queryKey: accountKeys.all() });
  return useChange({
    send: async (idempotencyKey, { at, to }: { at: number; to: number }) => {
      const body = { ids: ids.with(at, ids[to] ?? '').with(to, ids[at] ?? '') };
      try {
        await call('PUT /api/settings/accounts/order', { body, idempotencyKey });
      } finally {
        again();
      }
    },
    onDone: () => router.refresh(),
  });
}
