'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { QrImage, qrDrawing } from '#components/ui/qr-image.tsx';
import { SheetSteps } from '#components/ui/sheet-steps.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { profileKeys } from '#lib/profile/queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = { back: ReactNode; next: string; onDone: () => void };

/** Reads the secret into an app, proves it by a code, keeps the recovery codes. Before the code nothing changes. */
export function CodeAppSteps({ back, next, onDone }: Props) {
  const t = useTranslations('profile.app');
  const { email } = useSession().session.operator;
  const begin = useOperation('POST /api/settings/profile/totp', { proof: 'when-asked' });
  const confirm = useOperation('POST /api/settings/profile/totp/confirm', {
    proof: 'when-asked',
    stale: [profileKeys.all()],
  });
  const begun = useRef(false);
  const { submit } = begin;
  useEffect(() => {
    if (!begun.current) void submit(undefined);
    begun.current = true;
  }, [submit]);
  const codes = confirm.answer?.recoveryCodes;
  const steps = (['read', 'prove', 'keep'] as const).map((id) => ({ id, title: t(`steps.${id}`) }));
  const current = codes ? 'keep' : begin.answer ? 'prove' : 'read';
  return (
    <div className="grid gap-4">
      <SheetSteps label={t('title')} current={current} steps={steps} />
      {codes ? (
        <RecoveryCodes codes={codes} email={email} next={next} onKept={onDone} />
      ) : (
        <>
          {Boolean(begin.error) && <ErrorCard error={begin.error} onRetry={() => void submit(undefined)} />}
          {begin.answer ? (
            <Secret {...begin.answer} email={email} />
          ) : (
            !begin.error && <Skeleton width="100%" />
          )}
          {begin.answer && <Prove confirm={confirm} back={back} />}
        </>
      )}
    </div>
  );
}

function Secret({ secret, uri, email }: { secret: string; uri: string; email: string }) {
  const t = useTranslations('profile.app');
  const drawn = useMemo(() => qrDrawing(uri), [uri]);
  return (
    <div className="grid gap-3">
      <p>{t('read')}</p>
      <div className="flex flex-wrap items-start gap-3">
        {drawn && <QrImage drawn={drawn} label={t('image')} className="max-w-40" />}
        <div className="grid min-w-0 flex-1 basis-48 gap-2">
          <span className="cap">{t('byHand')}</span>
          <code className="mono break-all text-ink">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <div>
            <CopyButton value={secret}>{t('copy')}</CopyButton>
          </div>
          <p className="text-xs text-ink-3">{t('account', { email })}</p>
        </div>
      </div>
    </div>
  );
}

type Confirm = ReturnType<typeof useOperation<'POST /api/settings/profile/totp/confirm'>>;

function Prove({ confirm, back }: { confirm: Confirm; back: ReactNode }) {
  const t = useTranslations('profile.app');
  const [code, setCode] = useState('');
  const { problem, left } = confirm;
  const wrong = problem?.fields?.some(({ field }) => field === 'otp') ?? false;
  const send = (otp: string) => left === 0 && void confirm.submit({ otp });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <CodeField
        kind="app"
        label={t('code')}
        rule={t('codeRule')}
        hint={t('codeHint')}
        error={left > 0 ? t('wait', { seconds: left }) : wrong && <span role="alert">{t('wrong')}</span>}
        value={code}
        onChange={(next) => {
          confirm.clear();
          setCode(next);
        }}
        onWhole={send}
      />
      {problem !== null && !wrong && <ErrorCard error={confirm.error} />}
      <div className="flex flex-wrap items-center gap-2">
        {back}
        <Button type="submit" variant="main" aria-busy={confirm.busy || undefined} disabled={left > 0}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}
