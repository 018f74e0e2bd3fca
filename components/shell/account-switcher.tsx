'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import type { AccountSummary } from '#lib/session/contract.ts';
import { ALL_ACCOUNTS, pathOnAccount } from './nav.ts';
import { useSession } from './session-context.tsx';

/** One link for each account, to the page one is on, and one to all of them together. */
export function useAccountItems(): MenuItem[] {
  const t = useTranslations('shell');
  const pathname = usePathname();
  const search = useSearchParams();
  const { session, account } = useSession();
  const above = pathname === ALL_ACCOUNTS;
  const links = session.accounts.map((target): MenuItem => {
    const href = pathOnAccount(pathname, target, { search, kind: account.kind });
    return {
      kind: 'link',
      id: target.slug,
      label: target.name,
      note: `${t(`kinds.${target.kind}`)} · ${t(`environments.${target.environment}`)}`,
      href,
      current: target.slug === account.slug && !above,
    };
  });
  if (links.length < 2) return links;
  const all = { kind: 'link', id: '*', label: t('allAccounts'), href: ALL_ACCOUNTS, current: above } as const;
  return [...links, { kind: 'rule', id: 'rule-all' }, all];
}

export function AccountSwitcher() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const items = useAccountItems();
  const above = usePathname() === ALL_ACCOUNTS;
  const { accounts } = useSession().session;
  const name = above ? t('allAccounts') : account.name;
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
