import type { IconName } from '#components/ui/icon.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import type { AccountSummary } from '#lib/session/contract.ts';

export type NavItem = {
  /** The page's segment in the address and its key in `shell.nav`. */
  id: string;
  icon: IconName;
  /** Absent: every account has it. */
  capability?: string;
  permission: Permission;
  group: 'watch' | 'move' | 'records';
  /** Second key after `g`. */
  key: string;
  /** Has a place in the tab bar of small screens. */
  tab?: boolean;
};

/** The pages that exist, in the order of the side bar. */
const NAV: readonly NavItem[] = [
  { id: 'overview', icon: 'overview', permission: 'read', group: 'watch', key: 'o', tab: true },
  {
    id: 'transactions',
    icon: 'transactions',
    capability: 'transactions',
    permission: 'read',
    group: 'watch',
    key: 't',
    tab: true,
  },
  {
    id: 'sandbox',
    icon: 'flask',
    capability: 'simulator',
    permission: 'simulate',
    group: 'records',
    key: 's',
    tab: true,
  },
];

/** What this operator may open on this account. */
export function navFor(account: Pick<AccountSummary, 'capabilities' | 'permissions'>): NavItem[] {
  return NAV.filter(({ capability, permission }) => {
    const has = capability === undefined || account.capabilities.includes(capability);
    return has && account.permissions.includes(permission);
  });
}

/** The same page of another account, or its overview where that account lacks the page. */
export function pathOnAccount(pathname: string, target: AccountSummary): string {
  const feature = pathname.split('/')[2] ?? 'overview';
  const kept = navFor(target).some((item) => item.id === feature) ? feature : 'overview';
  return `/${target.slug}/${kept}`;
}
