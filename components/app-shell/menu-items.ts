'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { MenuItem } from '#components/ui/menu.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import type { Preferences } from '#lib/session/contract.ts';
import { useCommands } from './command-context.tsx';
import { ALL_ACCOUNTS, pathOnAccount } from './nav.ts';
import { CHOICES, type Choosable, useSavePreferences } from './preferences.ts';
import { useSession } from './session.tsx';

/** A link per account to the current page on it, and one to all accounts together. */
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

/** The operator's menu: profile, theme, language, density, single keys, key help, sign out. */
export function useUserItems(): MenuItem[] {
  const t = useTranslations('shell.preferences');
  const bell = useTranslations('shell.bell');
  const { session } = useSession();
  const { preferences } = session;
  const save = useSavePreferences();
  const signOut = useSignOut();
  const { setOpen } = useCommands();
  const { push } = useRouter();
  const choice = (id: Choosable): MenuItem => ({
    kind: 'choice',
    id,
    label: t(id),
    value: preferences[id],
    onChange: (next) => void save({ [id]: next } as Partial<Preferences>),
    options: CHOICES[id].values.map((value) => ({ value, label: t(`${CHOICES[id].words}.${value}`) })),
  });
  return [
    { kind: 'words', id: 'email', label: session.operator.email },
    { kind: 'item', id: 'profile', label: t('profile'), onSelect: () => push('/settings/profile') },
    { kind: 'rule', id: 'rule-theme' },
    choice('theme'),
    { kind: 'link', id: 'channels', label: bell('choose'), icon: 'bell', href: '/settings/channels' },
    { kind: 'rule', id: 'rule-language' },
    choice('language'),
    { kind: 'rule', id: 'rule-density' },
    choice('density'),
    { kind: 'rule', id: 'rule-keys' },
    {
      kind: 'check',
      id: 'single-keys',
      label: t('singleKeys'),
      checked: preferences.singleKeys,
      onChange: (next) => void save({ singleKeys: next }),
    },
    { kind: 'item', id: 'help', label: t('keyHelp'), keys: '?', onSelect: () => setOpen('help') },
    { kind: 'rule', id: 'rule-out' },
    { kind: 'item', id: 'sign-out', label: t('signOut'), onSelect: () => void signOut() },
  ];
}

/**
 * Ends the session, clears what this tab stored, then opens the sign-in page (via the issuer for single
 * sign-on). If ending fails, it stays on the page and says so, because on a shared machine the session may
 * still be open.
 */
export function useSignOut(): () => Promise<void> {
  const toast = useToast();
  const t = useTranslations('shell.preferences');
  const { signOn } = useSession().session;
  return async () => {
    try {
      await call('POST /api/session/end', { ending: true });
    } catch (error) {
      const ended = error instanceof CallError && error.problem.code === 'unauthenticated';
      if (!ended) return toast(t('notSignedOut'), 'triangle');
    }
    sessionStorage.clear();
    location.assign(signOn ? '/api/sso/end' : '/sign-in');
  };
}
