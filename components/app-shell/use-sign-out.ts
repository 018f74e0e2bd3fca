'use client';

import { useTranslations } from 'next-intl';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { useSession } from './session-context.tsx';

/**
 * Ends the session, forgets what this tab kept for its operator, then shows the sign-in; by way of the issuer where it
 * was one. A session that may still be open is not left: on a shared machine nobody may take it for ended.
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
