import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { IconName } from '#components/ui/icon.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import type { AccountSummary, Preferences } from '#lib/session/contract.ts';
import { type PaletteAction, useCommands } from './command-context.tsx';
import {
  ALL_ACCOUNTS,
  CONTROLS,
  denialReason,
  navFor,
  pathOf,
  pathOnAccount,
  SETTINGS_KEY,
  segmentOf,
  settingsStart,
} from './nav.ts';
import { useAwaiting } from './nav-badge.tsx';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session.tsx';

const START_ACTIONS: readonly { id: string; page: string; capability: string; permission: Permission }[] = [
  { id: 'charge', page: 'charges', capability: 'charges-create', permission: 'charge' },
  { id: 'withdrawal', page: 'withdrawals', capability: 'withdrawals-create', permission: 'withdraw' },
  { id: 'transfer', page: 'transfers', capability: 'transfers-create', permission: 'withdraw' },
  { id: 'webhook', page: 'webhooks', capability: 'webhooks-edit', permission: 'webhook' },
  { id: 'report', page: 'reports', capability: 'reports', permission: 'report' },
];

/** Every page of an account, with the icon of its entry and the key that opens it. */
function pagesOf(account: AccountSummary) {
  const own = navFor(account).flatMap(({ icon, key, places }) =>
    places.map((page, at) => ({ page, icon, keys: at === 0 ? `g ${key}` : undefined })),
  );
  const controls = { page: CONTROLS, icon: 'flask', keys: undefined } as const;
  return denialReason(CONTROLS, account) === null ? [...own, controls] : own;
}

type Group = { heading: 'goTo' | 'begin' | 'accounts' | 'elsewhere' | 'choices'; entries: PaletteAction[] };

/** The commands of every page: pages, actions to start, accounts, pages of other accounts, preferences. */
export function usePaletteCommands(): Group[] {
  const t = useTranslations('shell');
  const { push } = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const { account, session } = useSession();
  const waiting = useAwaiting();
  const save = useSavePreferences();
  const { setOpen } = useCommands();
  const above = pathname === ALL_ACCOUNTS;
  const others = session.accounts.filter(({ slug }) => slug !== account.slug || above);
  const goTo = (path: string, label: string, keys?: string): PaletteAction => ({
    id: `go-${path}`,
    label,
    keys,
    run: () => push(path),
  });
  const pages = (above ? [] : pagesOf(account)).map(({ page, icon, keys }) => ({
    id: `go-${page.id}`,
    label: t(`nav.pages.${page.id as 'open'}`),
    note: page.segment === 'operations' ? waiting?.label : undefined,
    icon,
    keys,
    run: () => push(pathOf(account.slug, page)),
  }));
  const settings = goTo(settingsStart(session.permissions), t('nav.settings'), `g ${SETTINGS_KEY}`);
  const all = session.accounts.length > 1 ? [goTo(ALL_ACCOUNTS, t('allAccounts'))] : [];
  // The current page offers its own action.
  const begin = START_ACTIONS.filter(
    ({ page, capability, permission }) =>
      page !== segmentOf(pathname, account.slug) &&
      account.capabilities.includes(capability) &&
      account.permissions.includes(permission),
  ).map(({ id, page }) => ({
    id: `begin-${id}`,
    label: t(`palette.new.${id as 'charge'}`),
    icon: 'plus' as const,
    run: () => push(`/${account.slug}/${page}?open=new`),
  }));
  // To the same page of another account, or to its overview.
  const accounts = others.map((target) => ({
    id: `account-${target.slug}`,
    label: t('palette.switchTo', { name: target.name }),
    note: `${t(`kinds.${target.kind}`)} · ${t(`environments.${target.environment}`)}`,
    run: () => push(pathOnAccount(pathname, target, { search, kind: account.kind })),
  }));
  const elsewhere = others.flatMap((other) =>
    pagesOf(other).map(({ page, icon }) => ({
      id: `go-${other.slug}-${page.id}`,
      label: t(`nav.pages.${page.id as 'open'}`),
      note: other.name,
      icon,
      run: () => push(pathOf(other.slug, page)),
    })),
  );
  const prefer = (id: string, label: string, icon: IconName, part: Partial<Preferences>): PaletteAction => ({
    id,
    label,
    icon,
    run: () => void save(part),
  });
  const choices: PaletteAction[] = [
    prefer('theme-light', t('palette.themeLight'), 'theme', { theme: 'light' }),
    prefer('theme-dark', t('palette.themeDark'), 'theme', { theme: 'dark' }),
    prefer('theme-system', t('palette.themeSystem'), 'theme', { theme: 'system' }),
    prefer('language-pt', 'Português', 'lines', { language: 'pt-BR' }),
    prefer('language-en', 'English', 'lines', { language: 'en' }),
    { id: 'keys', label: t('palette.keys'), icon: 'info', keys: '?', run: () => setOpen('help') },
  ];
  return [
    { heading: 'goTo', entries: [...pages, ...all, settings] },
    { heading: 'begin', entries: begin },
    { heading: 'accounts', entries: accounts },
    { heading: 'elsewhere', entries: elsewhere },
    { heading: 'choices', entries: choices },
  ];
}
