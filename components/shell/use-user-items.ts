'use client';

import { useTranslations } from 'next-intl';
import type { MenuItem } from '#components/ui/menu.tsx';
import type { Preferences } from '#lib/session/contract.ts';
import { useCommands } from './command-context.tsx';
import { signOut, useSavePreferences } from './preferences.ts';
import { useSession } from './session-context.tsx';

const WORDS = { theme: 'themes', language: 'languages', density: 'densities' } as const;

/** Theme, language, density, single keys, key help, sign out. */
export function useUserItems(): MenuItem[] {
  const t = useTranslations('shell.preferences');
  const { session } = useSession();
  const { theme, language, density, singleKeys } = session.preferences;
  const save = useSavePreferences();
  const { setOpen } = useCommands();
  const choice = (id: keyof typeof WORDS, value: string, values: readonly string[]): MenuItem => ({
    kind: 'choice',
    id,
    label: t(id),
    value,
    onChange: (next) => void save({ [id]: next } as Partial<Preferences>),
    options: values.map((word) => ({ value: word, label: t(`${WORDS[id]}.${word}`) })),
  });
  return [
    { kind: 'words', id: 'email', label: session.operator.email },
    choice('theme', theme, ['light', 'dark', 'system']),
    { kind: 'rule', id: 'rule-language' },
    choice('language', language, ['pt-BR', 'en']),
    { kind: 'rule', id: 'rule-density' },
    choice('density', density, ['compact', 'comfortable']),
    { kind: 'rule', id: 'rule-keys' },
    {
      kind: 'check',
      id: 'single-keys',
      label: t('singleKeys'),
      checked: singleKeys,
      onChange: (next) => void save({ singleKeys: next }),
    },
    { kind: 'item', id: 'help', label: t('keyHelp'), keys: '?', onSelect: () => setOpen('help') },
    { kind: 'rule', id: 'rule-out' },
    { kind: 'item', id: 'sign-out', label: t('signOut'), onSelect: () => void signOut() },
  ];
}
