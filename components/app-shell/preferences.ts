'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { Preferences } from '#lib/session/contract.ts';

/** Applies a preference at once, saves it on the server, then refreshes the page from the server. */
export function useSavePreferences(): (part: Partial<Preferences>) => Promise<void> {
  const router = useRouter();
  const toast = useToast();
  const t = useTranslations('shell.preferences');
  return async (part) => {
    const { dataset } = document.documentElement;
    const before = { theme: dataset.theme, density: dataset.density };
    if (part.theme) dataset.theme = part.theme;
    if (part.density) dataset.density = part.density;
    try {
      await call('PUT /api/session/preferences', { body: part });
      router.refresh();
    } catch {
      Object.assign(dataset, before);
      toast(t('notKept'), 'triangle');
    }
  };
}

/** The values of each preference, with the message namespace of their labels. */
export const CHOICES = {
  theme: { words: 'themes', values: ['light', 'dark', 'system'] },
  language: { words: 'languages', values: ['pt-BR', 'en'] },
  density: { words: 'densities', values: ['compact', 'comfortable'] },
} as const;
export type Choosable = keyof typeof CHOICES;
