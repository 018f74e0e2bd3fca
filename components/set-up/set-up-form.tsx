'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { call } from '#lib/api/client.ts';
import { PersonForm } from './person-form.tsx';

/** No policy stands before there is an administrator: the usual length of a password holds. */
const LEAST = 12;

/** Creates the first administrator with the token of the printed address. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('set-up');
  // It was read: neither the history, nor whoever sees the screen, nor a link from here shall have it.
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
