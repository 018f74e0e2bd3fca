'use client';

import { useTranslations } from 'next-intl';
import { ProofField } from '#components/shell/proof-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { Rotation } from './use-rotation.ts';

type Props = { rotation: Rotation; creating: boolean; onBack: () => void };

/** Step 2: the password where one is due, and the button that does it. */
export function PasswordStep({ rotation, creating, onBack }: Props) {
  const t = useTranslations('webhooks.rotate');
  const back = useTranslations('common')('back');
  const { form, again, refused } = rotation;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(undefined);
      }}
    >
      {!form.due && <p>{t('password.held')}</p>}
      <ProofField form={form} quiet />
      {form.busy && again !== 'running' && <p role="status">{t('sending')}</p>}
      {again === 'running' && (
        <Callout tone="warn" icon="unknown" role="status" title={t('unknown.working')}>
          {t('unknown.auto')}
        </Callout>
      )}
      {Boolean(form.error) && <ErrorCard error={form.error} />}
      {refused && <p>{t('rejected')}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="main"
          aria-disabled={form.held || undefined}
          aria-busy={form.busy || undefined}
        >
          {t(creating ? 'password.buttonCreate' : 'password.button')}
        </Button>
        {!form.busy && (
          <Button variant="quiet" onClick={onBack}>
            {back}
          </Button>
        )}
      </div>
    </form>
  );
}
