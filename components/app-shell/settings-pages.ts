import type { Permission } from '#lib/auth/permissions.ts';

type SettingsPage = {
  /** The page's segment in the address and its key in `shell.settings`. */
  id: 'accounts' | 'team' | 'approvals' | 'policies' | 'channels' | 'audit' | 'first-day' | 'profile';
  /** Held on all accounts; absent: everybody's. */
  permission?: Permission;
  /** It is enough to hold it on one account. */
  anywhere?: true;
};

/** The pages of the settings that exist, in the order of their tabs. */
const PAGES: readonly SettingsPage[] = [
  { id: 'accounts', permission: 'manage' },
  { id: 'team', permission: 'manage' },
  { id: 'approvals', permission: 'approve', anywhere: true },
  { id: 'policies', permission: 'manage' },
  { id: 'channels' },
  { id: 'audit', permission: 'manage' },
  { id: 'first-day', permission: 'manage' },
  { id: 'profile' },
];

type Held = {
  permissions: readonly Permission[];
  accounts: readonly { permissions: readonly Permission[] }[];
};

/** Those that open to who holds these permissions on all accounts, and on each. */
export const settingsFor = ({ permissions, accounts }: Held): readonly SettingsPage[] =>
  PAGES.filter(
    ({ permission, anywhere }) =>
      permission === undefined ||
      permissions.includes(permission) ||
      (anywhere === true && accounts.some((account) => account.permissions.includes(permission))),
  );

export const settingsPath = ({ id }: SettingsPage): string => `/settings/${id}`;

/** Where the settings begin for this person. */
export const settingsStart = (held: readonly Permission[]): string =>
  settingsPath({ id: held.includes('manage') ? 'accounts' : 'profile' });

/** The doctor of an account, beside the list of accounts. */
export const doctorPath = (slug: string): string =>
  `${settingsPath({ id: 'accounts' })}?open=doctor&of=${encodeURIComponent(slug)}`;
