'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { call } from '#lib/api/client.ts';
import { PersonForm } from './person-form.tsx';

/** Before the first administrator there is no policy, so the default minimum length applies. */
const LEAST = 12;

/** Creates the first administrator with the token of the printed URL. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('set-up');
  // Removes the token from the URL, so that history, screen and referrers do not expose it.
  useEffect(() => {
    if (location.search !== '') history.replaceState(null, '', location.pathname);
  }, []);
  return (
    <PersonForm
      fields={['name', 'email', 'password']}
      least={LEAST}
      send={[t('create'), t('creating')]}
      to="/settings/first-day"
      over={{ title: t('used'), words: t('usedWords') }}
      onSend={async ({ name, email, password }) => {
        await call('POST /api/set-up', { body: { token, name, email, password } });
      }}
    />
  );
}
