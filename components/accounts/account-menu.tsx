'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { buttonVariants } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { accountKeys, type Connection } from '#lib/connections/queries.ts';
import { removeAccountForm } from './account-forms.ts';
import { type DrawerRoute, Refusal, useAccountChange, useFaultLabels } from './use-faults.tsx';

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
  function move(direction: 'up' | 'down', to: number): MenuItem[] {
    const disabled = to < 0 || to >= all.length || order.busy;
    const onSelect = () => void order.submit({ ids: ids.with(at, ids[to] ?? '').with(to, ids[at] ?? '') });
    return [{ kind: 'item', id: direction, label: t(direction), icon: direction, disabled, onSelect }];
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
      className={buttonVariants({ variant: 'quiet', size: 'sm', square: true })}
      aria-label={t('open', { name: account.name })}
    >
      <Icon name="more" />
    </button>
  );
  return (
    <>
      <div className="@max-[44rem]/room:col-start-2 @max-[44rem]/room:row-start-1">
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

type RemoveProps = { account: Connection; onClose: () => void };

/** Removing an account requires typing its slug. */
function RemoveDialog({ account, onClose }: RemoveProps) {
  const t = useTranslations('accounts.remove');
  const { id, name, slug } = account;
  const { finish, stale } = useAccountChange(onClose);
  const form = useOperationForm('DELETE /api/settings/accounts/{id}', removeAccountForm, {
    params: { id },
    facts: null,
    kept: false,
    words: useFaultLabels(),
    stale,
    onDone: () => finish(t('removed', { name })),
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('title', { name })}
      refused={!form.shownAtFields && <Refusal error={form.error} />}
      danger
      fieldsFirst
    >
      <p>{t('description')}</p>
      <OperationFields form={form} words={{ slug: { label: t('type', { slug }), focus: true } }} />
    </OperationForm>
  );
}
