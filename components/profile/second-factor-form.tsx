'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { useSignOut } from '#components/app-shell/menu-items.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { CodeAppSteps, RecoveryCodes, useNewPasskey } from './factor-steps.tsx';

const enter = () => location.assign('/');

/** The only page of a session that must add a second factor first, by policy. One factor opens the rest. */
export function SecondFactorForm() {
  const t = useTranslations('profile.door');
  const { email } = useSession().session.operator;
  const [app, setApp] = useState(false);
  const created = useNewPasskey();
  const signOut = useSignOut();
  const codes = useOperation('POST /api/settings/profile/recovery-codes', { proof: 'when-asked' });
  if (codes.answer)
    return (
      <AuthLayout title={t('codesTitle')} note={email}>
        <RecoveryCodes codes={codes.answer.recoveryCodes} email={email} next={t('open')} onStored={enter} />
      </AuthLayout>
    );
  if (created.passkey)
    return (
      <AuthLayout title={t('made')} note={created.passkey.name}>
        <p>{t('madeWords')}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="main" aria-busy={codes.busy} onClick={() => void codes.submit(undefined)}>
            {t('makeCodes')}
          </Button>
          <Button onClick={enter}>{t('go')}</Button>
        </div>
        {Boolean(codes.error) && <ErrorCard error={codes.error} />}
      </AuthLayout>
    );
  if (app)
    return (
      <AuthLayout title={t('appTitle')} note={email}>
        <CodeAppSteps
          back={<Button onClick={() => setApp(false)}>{t('back')}</Button>}
          next={t('open')}
          onDone={enter}
        />
      </AuthLayout>
    );
  return (
    <AuthLayout title={t('title')} note={email}>
      <Callout tone="warn" title={t('ruleTitle')}>
        {t('ruleWords')}
      </Callout>
      <Method name={t('passkey')} description={t('passkeyWords')}>
        <Button variant="main" icon="finger" aria-busy={created.busy} onClick={() => void created.create()}>
          {t('create')}
        </Button>
      </Method>
      {created.closed && (
        <p className={fieldAnswer()} role="status">
          <Icon name="octagon" tone="danger" />
          <span>{t('refused')}</span>
        </p>
      )}
      {Boolean(created.error) && <ErrorCard error={created.error} />}
      <Method name={t('app')} description={t('appWords')}>
        <Button icon="phone" onClick={() => setApp(true)}>
          {t('start')}
        </Button>
      </Method>
      <p className="text-xs text-ink-3">{t('both')}</p>
      <p className="flex items-center gap-2 text-xs text-ink-3">
        <Button variant="quiet" onClick={() => void signOut()}>
          {t('out')}
        </Button>
        {t('nothingLost')}
      </p>
    </AuthLayout>
  );
}

function Method({ name, description, children }: { name: string; description: string; children: ReactNode }) {
  return (
    <div className={cn(panelVariants(), 'flex flex-wrap items-center gap-3 p-3')}>
      <div className="min-w-0 flex-1 basis-40">
        <b className="text-ink">{name}</b>
        <p className="text-xs text-ink-3">{description}</p>
      </div>
      {children}
    </div>
  );
}
