import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { Permission } from '#lib/auth/permissions.ts';
import { type PaletteAction, useCommands } from './command-context.tsx';
import { ALL_ACCOUNTS, navFor, PIX_KEYS, pathOnAccount, settingsStart } from './nav.ts';
import { useAwaiting } from './nav-badge.tsx';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session.tsx';

/** Pages of the account one is on, and those above all accounts. */
export function usePages(): PaletteAction[] {
  const t = useTranslations('shell');
  const router = useRouter();
  const { account, session } = useSession();
  const pathname = usePathname();
  const waiting = useAwaiting();
  const own = (pathname === ALL_ACCOUNTS ? [] : navFor(account)).map((item) => ({
    id: `go-${item.id}`,
    label: t(`nav.${item.id}`),
    ...(item.id === 'operations' && waiting !== null ? { note: waiting.words } : {}),
    icon: item.icon,
    keys: `g ${item.key}`,
    run: () => router.push(`/${account.slug}/${item.id}`),
  }));
  // They stand on the page of charges, and have no entry of their own.
  const keys =
    pathname !== ALL_ACCOUNTS && account.capabilities.includes('pix-keys')
      ? [{ label: t('palette.pixKeys'), path: `/${account.slug}/charges#${PIX_KEYS}` }]
      : [];
  const settings = settingsStart(session.permissions);
  const above = [
    ...keys,
    ...(session.accounts.length > 1 ? [{ label: t('allAccounts'), path: ALL_ACCOUNTS }] : []),
    { label: t('nav.settings'), path: settings },
  ];
  return [
    ...own,
    ...above.map(({ label, path }) => ({ id: `go-${path}`, label, run: () => router.push(path) })),
  ];
}

/** Pages of the other accounts: offered once something is typed, for there are many. */
export function useOtherPages(): PaletteAction[] {
  const t = useTranslations('shell.nav');
  const router = useRouter();
  const pathname = usePathname();
  const { account, session } = useSession();
  return session.accounts
    .filter(({ slug }) => slug !== account.slug || pathname === ALL_ACCOUNTS)
    .flatMap((other) =>
      navFor(other).map((item) => ({
        id: `go-${other.slug}-${item.id}`,
        label: t(item.id),
        note: other.name,
        icon: item.icon,
        run: () => router.push(`/${other.slug}/${item.id}`),
      })),
    );
}

/** The same page of another account, or its overview. */
export function useAccountSwitch(): PaletteAction[] {
  const t = useTranslations('shell');
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const { account, session } = useSession();
  return session.accounts
    .filter(({ slug }) => slug !== account.slug || pathname === ALL_ACCOUNTS)
    .map((target) => ({
      id: `account-${target.slug}`,
      label: t('palette.switchTo', { name: target.name }),
      note: `${t(`kinds.${target.kind}`)} · ${t(`environments.${target.environment}`)}`,
      run: () => router.push(pathOnAccount(pathname, target, { search, kind: account.kind })),
    }));
}

const DOINGS: readonly {
  id: string;
  page: string;
  capability: string;
  permission: Permission;
  open: string;
}[] = [
  { id: 'charge', page: 'charges', capability: 'charges-create', permission: 'charge', open: 'charges' },
  {
    id: 'withdrawal',
    page: 'withdrawals',
    capability: 'withdrawals-create',
    permission: 'withdraw',
    open: 'withdrawals',
  },
  {
    id: 'transfer',
    page: 'transfers',
    capability: 'transfers-create',
    permission: 'withdraw',
    open: 'transfers',
  },
  {
    id: 'webhook',
    page: 'webhooks',
    capability: 'webhooks-edit',
    permission: 'webhook',
    open: 'webhooks?open=new',
  },
  { id: 'report', page: 'reports', capability: 'reports', permission: 'report', open: 'reports' },
];

/** Actions that can begin on this account from any page; the page on screen offers its own. */
export function useDoings(segment: string | undefined): PaletteAction[] {
  const t = useTranslations('shell.palette.new');
  const router = useRouter();
  const { account } = useSession();
  return DOINGS.filter(
    ({ page, capability, permission }) =>
      page !== segment &&
      account.capabilities.includes(capability) &&
      account.permissions.includes(permission),
  ).map(({ id, open }) => ({
    id: `begin-${id}`,
    label: t(id as 'charge'),
    icon: 'plus',
    run: () => router.push(`/${account.slug}/${open}`),
  }));
}

export function useChoices(): PaletteAction[] {
  const t = useTranslations('shell.palette');
  const save = useSavePreferences();
  const { setOpen } = useCommands();
  return [
    { id: 'theme-light', label: t('themeLight'), icon: 'theme', run: () => void save({ theme: 'light' }) },
    { id: 'theme-dark', label: t('themeDark'), icon: 'theme', run: () => void save({ theme: 'dark' }) },
    { id: 'theme-system', label: t('themeSystem'), icon: 'theme', run: () => void save({ theme: 'system' }) },
    { id: 'language-pt', label: 'Português', icon: 'lines', run: () => void save({ language: 'pt-BR' }) },
    { id: 'language-en', label: 'English', icon: 'lines', run: () => void save({ language: 'en' }) },
    { id: 'keys', label: t('keys'), icon: 'info', keys: '?', run: () => setOpen('help') },
  ];
}
