'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { FormSecrets } from '#components/app-shell/auth-layout.tsx';
import { askPasskey, PasskeyClosed } from '#components/app-shell/passkey.ts';
import { Button } from '#components/ui/button.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';

type Props = { csrfToken: string; callbackUrl: string; main?: boolean };

/** The device is asked, and what it signed is posted like any other sign-in. */
export function PasskeyForm({ main = false, ...secrets }: Props) {
  const t = useTranslations('sign-in.passkey');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'closed' | 'failed'>('idle');
  const ask = async () => {
    setState('asking');
    try {
      const signed = await askPasskey('sign-in');
      if (field.current) field.current.value = JSON.stringify(signed);
      form.current?.requestSubmit();
    } catch (thrown) {
      setState(thrown instanceof PasskeyClosed ? 'closed' : 'failed');
    }
  };
  return (
    <form ref={form} className="grid gap-2" method="post" action="/api/auth/callback/passkey">
      <FormSecrets {...secrets} />
      <input ref={field} type="hidden" name="assertion" />
      <Button
        icon="finger"
        full
        className="h-9 max-wide:h-11"
        aria-busy={state === 'asking' || undefined}
        onClick={() => void ask()}
        {...(main && { variant: 'main' })}
      >
        {t('use')}
      </Button>
      <p className={fieldAnswer()} role="status">
        {state === 'asking' && t('asking')}
        {(state === 'closed' || state === 'failed') && (
          <>
            <Icon name="octagon" tone="danger" />
            <span>{t(state)}</span>
          </>
        )}
      </p>
    </form>
  );
}
