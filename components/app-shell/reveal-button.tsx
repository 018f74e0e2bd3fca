'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { Reveal } from './use-reveal.ts';

/** Asks for personal data in clear, and hides it again; absent for roles that may not. */
export function RevealButton({ reveal: { allowed, shown, busy, toggle } }: { reveal: Reveal }) {
  const t = useTranslations('common.reveal');
  if (!allowed) return null;
  return (
    <Button icon="eye" size="sm" aria-pressed={shown} aria-busy={busy || undefined} onClick={toggle}>
      {t(shown ? 'hide' : 'show')}
    </Button>
  );
}

/** That the data is in clear now, or why it could not be read. */
export function Revealed({ reveal: { allowed, shown, error, toggle } }: { reveal: Reveal }) {
  const t = useTranslations('common.reveal');
  if (!allowed) return null;
  return (
    <>
      <p className={shown ? 'cap mt-2' : 'sr-only'} role="status">
        {shown && t('shown')}
      </p>
      {Boolean(error) && <ErrorCard error={error} onRetry={toggle} />}
    </>
  );
}
