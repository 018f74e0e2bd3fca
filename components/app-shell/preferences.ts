'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import type { Preferences } from '#lib/session/contract.ts';
import { useSession } from './session.tsx';

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
      toast(t('notSaved'), 'triangle');
    }
  };
}

/** The values of each preference, with the message namespace of their labels. */
export const CHOICES = {
  theme: { labels: 'themes', values: ['light', 'dark', 'system'] },
  language: { labels: 'languages', values: ['pt-BR', 'en'] },
  density: { labels: 'densities', values: ['compact', 'comfortable'] },
} as const;
export type Choosable = keyof typeof CHOICES;

/**
 * Ends the session, clears what this tab stored, then opens the sign-in page (via the issuer for single
 * sign-on). If ending fails, it stays on the page and reports the failure, because on a shared machine the
 * session may still be open.
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
