'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { EnvTag } from '#components/ui/env-tag.tsx';
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
    <button
      type="button"
      className="mx-2 mb-2 grid flex-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded-2 border border-line-strong bg-surface px-2 py-1.5 text-left hover:bg-hover data-[state=open]:bg-hover wide:max-drawer:mx-0 wide:max-drawer:mb-1 wide:max-drawer:block wide:max-drawer:rounded-none wide:max-drawer:border-x-0 wide:max-drawer:px-0.5 wide:max-drawer:text-center"
      aria-label={t('switchAccount', { name })}
    >
      <b className="truncate wide:max-drawer:line-clamp-2 wide:max-drawer:whitespace-normal wide:max-drawer:wrap-anywhere wide:max-drawer:text-2xs">
        {name}
      </b>
      <small className="col-start-1 text-2xs text-ink-3 wide:max-drawer:block wide:max-drawer:text-[0px]">
        {above ? t('howMany', { count: accounts.length }) : <AccountKind account={account} />}
      </small>
      <Icon name="down" className="col-start-2 row-[1/3] text-ink-3 wide:max-drawer:hidden" />
    </button>
  );
  return <Menu label={t('accounts')} trigger={trigger} items={items} className="w-44" />;
}

function AccountKind({ account }: { account: AccountSummary }) {
  const t = useTranslations('shell');
  return (
    <>
      {t(`kinds.${account.kind}`)} ·{' '}
      <EnvTag
        environment={account.environment}
        className="wide:max-drawer:px-px wide:max-drawer:text-[0.625rem] wide:max-drawer:tracking-[-0.02em]"
      >
        {t(`environments.${account.environment}`)}
      </EnvTag>
    </>
  );
}
