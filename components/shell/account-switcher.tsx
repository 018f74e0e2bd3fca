'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import type { AccountSummary } from '#lib/session/contract.ts';
import { ALL_ACCOUNTS } from './nav.ts';
import { useSession } from './session-context.tsx';
import { useAccountItems } from './use-account-items.ts';

export function AccountSwitcher() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const above = usePathname() === ALL_ACCOUNTS;
  const { accounts } = useSession().session;
  const name = above ? t('allAccounts') : account.name;
  const items = useAccountItems();
  const trigger = (
    <button type="button" className="account" aria-label={t('switchAccount', { name })}>
      <b>{name}</b>
      {above ? <small>{t('howMany', { count: accounts.length })}</small> : <AccountKind account={account} />}
      <Icon name="down" />
    </button>
  );
  return <Menu label={t('accounts')} trigger={trigger} items={items} className="w-44" />;
}

function AccountKind({ account }: { account: AccountSummary }) {
  const t = useTranslations('shell');
  return (
    <small>
      {t(`kinds.${account.kind}`)} ·{' '}
      <span className="env-tag" data-env={account.environment}>
        {t(`environments.${account.environment}`)}
      </span>
    </small>
  );
}
