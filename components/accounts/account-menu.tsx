'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { accountKeys, type Connection } from '#lib/connections/queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import type { DrawerRoute } from './use-drawer-route.ts';
import { Refusal } from './use-faults.tsx';

type Props = { account: Connection; all: readonly Connection[]; route: DrawerRoute };

/** Actions on one connection. */
export function AccountMenu({ account, all, route }: Props) {
  const t = useTranslations('accounts.actions');
  const [removing, setRemoving] = useState(false);
  const order = useOrder();
  const ids = all.map(({ id }) => id);
  const at = all.findIndex(({ id }) => id === account.id);
  const open = (what: 'doctor' | 'edit' | 'credential') => () => route.show(what, account.slug);
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
    const disabled = to < 0 || to >= all.length || order.busy;
    const onSelect = () => void order.submit({ ids: ids.with(at, ids[to] ?? '').with(to, ids[at] ?? '') });
    return [{ kind: 'item', id: way, label: t(way), icon: way, disabled, onSelect }];
  }
  function removal(): MenuItem[] {
    if (account.origin !== 'settings' && account.configured) return [];
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
      {Boolean(order.error) && (
        <div className="col-span-full">
          <Refusal error={order.error} />
        </div>
      )}
    </>
  );
}

function useOrder() {
  const router = useRouter();
  return useOperation('PUT /api/settings/accounts/order', {
    proof: 'dialog',
    stale: [accountKeys.all()],
    onDone: () => router.refresh(),
  });
}
