'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { MenuItem } from '#components/ui/menu.tsx';
import { ALL_ACCOUNTS } from './nav.ts';
import { pathOnAccount } from './path-on-account.ts';
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
