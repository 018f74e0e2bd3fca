import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { Permission } from '#lib/auth/permissions.ts';
import { type PaletteAction, useCommands } from './command-context.tsx';
import {
  ALL_ACCOUNTS,
  CONTROLS,
  denialReason,
  type NavItem,
  navFor,
  pathOf,
  pathOnAccount,
  SETTINGS_KEY,
  settingsStart,
} from './nav.ts';
import { useAwaiting } from './nav-badge.tsx';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session.tsx';

/** Every page of an account, with the icon of its entry and the key that opens it. */
function pagesOf(account: Parameters<typeof navFor>[0]) {
  const own = navFor(account).flatMap(({ icon, key, places }: NavItem) =>
    places.map((page, at) => ({ page, icon, keys: at === 0 ? `g ${key}` : undefined })),
  );
  const controls = { page: CONTROLS, icon: 'flask', keys: undefined } as const;
  return denialReason(CONTROLS, account) === null ? [...own, controls] : own;
}

/** Pages of the current account, and pages of all accounts. */
export function usePages(): PaletteAction[] {
  const t = useTranslations('shell');
  const router = useRouter();
  const { account, session } = useSession();
  const pathname = usePathname();
  const waiting = useAwaiting();
  const own = (pathname === ALL_ACCOUNTS ? [] : pagesOf(account)).map(({ page, icon, keys }) => ({
    id: `go-${page.id}`,
    label: t(`nav.pages.${page.id as 'open'}`),
    ...(page.segment === 'operations' && waiting !== null ? { note: waiting.words } : {}),
    icon,
    ...(keys === undefined ? {} : { keys }),
    run: () => router.push(pathOf(account.slug, page)),
  }));
  const settings = settingsStart(session.permissions);
  const above = [
    ...(session.accounts.length > 1 ? [{ label: t('allAccounts'), path: ALL_ACCOUNTS }] : []),
    { label: t('nav.settings'), path: settings, keys: `g ${SETTINGS_KEY}` },
  ];
  return [
    ...own,
    ...above.map(({ path, ...action }) => ({ ...action, id: `go-${path}`, run: () => router.push(path) })),
  ];
}

/** Pages of the other accounts; shown only after typing, because there are many. */
export function useOtherPages(): PaletteAction[] {
  const t = useTranslations('shell.nav.pages');
  const router = useRouter();
  const pathname = usePathname();
  const { account, session } = useSession();
  return session.accounts
    .filter(({ slug }) => slug !== account.slug || pathname === ALL_ACCOUNTS)
    .flatMap((other) =>
      pagesOf(other).map(({ page, icon }) => ({
        id: `go-${other.slug}-${page.id}`,
        label: t(page.id as 'open'),
        note: other.name,
        icon,
        run: () => router.push(pathOf(other.slug, page)),
      })),
    );
}

/** Switches to the same page of another account, or to its overview. */
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

const START_ACTIONS: readonly {
  id: string;
  page: string;
  capability: string;
  permission: Permission;
  open: string;
}[] = [
  {
    id: 'charge',
    page: 'charges',
    capability: 'charges-create',
    permission: 'charge',
    open: 'charges?open=new',
  },
  {
    id: 'withdrawal',
    page: 'withdrawals',
    capability: 'withdrawals-create',
    permission: 'withdraw',
    open: 'withdrawals?open=new',
  },
  {
    id: 'transfer',
    page: 'transfers',
    capability: 'transfers-create',
    permission: 'withdraw',
    open: 'transfers?open=new',
  },
  {
    id: 'webhook',
    page: 'webhooks',
    capability: 'webhooks-edit',
    permission: 'webhook',
    open: 'webhooks?open=new',
  },
  { id: 'report', page: 'reports', capability: 'reports', permission: 'report', open: 'reports?open=new' },
];

/** Actions that can start from any page of this account; the current page offers its own. */
export function useStartActions(segment: string | undefined): PaletteAction[] {
  const t = useTranslations('shell.palette.new');
  const router = useRouter();
  const { account } = useSession();
  return START_ACTIONS.filter(
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
