'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { MenuItem } from '#components/ui/menu.tsx';
import type { Preferences } from '#lib/session/contract.ts';
import { CHOICES, type Choosable } from './choices.ts';
import { useCommands } from './command-context.tsx';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session-context.tsx';
import { useSignOut } from './use-sign-out.ts';

/** One's own profile, theme, language, density, single keys, key help, sign out. */
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
