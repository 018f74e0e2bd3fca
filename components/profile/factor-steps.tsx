'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { makePasskey, PasskeyClosed } from '#components/app-shell/passkey.ts';
import { useSignOut } from '#components/app-shell/preferences.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { useStepUp } from '#components/app-shell/step-up-context.ts';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { saveBlob, usePaper } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { QrImage, qrDrawing } from '#components/ui/qr-image.tsx';
import { CodeField, ShownOnce } from '#components/ui/secret-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SheetSteps } from '#components/ui/steps.tsx';
import { call } from '#lib/api/client.ts';
import { agentName } from '#lib/profile/agent-name.ts';
import { allProfile } from '#lib/profile/queries.ts';

type RecoveryCodesProps = { codes: readonly string[]; email: string; next: string; onStored: () => void };

/** Shows the ten recovery codes once. The operator must confirm having stored them to go on. */
export function RecoveryCodes({ codes, email, next, onStored }: RecoveryCodesProps) {
  const t = useTranslations('profile.codes');
  const [stored, setStored] = useState(false);
  const { paper, onPrint } = usePaper();
  const text = codes.join('\n');
  const save = () =>
    saveBlob(new Blob([`Guichê ${email}\n\n${text}\n`], { type: 'text/plain' }), 'guiche.txt');
  const actions = (
    <>
      <CopyButton value={text}>{t('copy')}</CopyButton>
      <Button size="sm" icon="download" onClick={save}>
        {t('download')}
      </Button>
      <Button size="sm" onClick={onPrint}>
        {t('print')}
      </Button>
    </>
  );
  return (
    <div className="grid gap-3">
      <div data-paper={paper || undefined}>
        <ShownOnce label={t('of', { email })} badge={t('once')} actions={actions}>
          <ol className="grid list-[decimal-leading-zero] grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-1 pl-6 text-ink">
            {codes.map((code) => (
              <li key={code} className="mono">
                {code}
              </li>
            ))}
          </ol>
        </ShownOnce>
      </div>
      <CheckLine checked={stored} onChange={(event) => setStored(event.target.checked)}>
        {t('stored')}
      </CheckLine>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="main" disabled={!stored} onClick={onStored}>
          {next}
        </Button>
        {!stored && <span className="text-xs text-ink-3">{t('keepFirst')}</span>}
      </div>
    </div>
  );
}

type Props = { back: ReactNode; next: string; onDone: () => void };

/** Steps: scan the secret, prove it with a code, store the recovery codes. Nothing changes before the code. */
export function CodeAppSteps({ back, next, onDone }: Props) {
  const t = useTranslations('profile.app');
  const { email } = useSession().session.operator;
  const begin = useOperation('POST /api/settings/profile/totp', { proof: 'when-required' });
  const confirm = useOperation('POST /api/settings/profile/totp/confirm', {
    proof: 'when-required',
    stale: [allProfile],
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
        <RecoveryCodes codes={codes} email={email} next={next} onStored={onDone} />
      ) : (
        <>
          {Boolean(begin.error) && <ErrorCard error={begin.error} onRetry={() => void submit(undefined)} />}
          {!begin.answer && !begin.error && <Skeleton width="100%" />}
          {begin.answer && (
            <>
              <Secret {...begin.answer} email={email} />
              <Prove confirm={confirm} back={back} />
            </>
          )}
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
        <Button type="submit" variant="main" aria-busy={confirm.busy} disabled={left > 0}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}

/** Creates a passkey on this device, named after it. `closed`: the dialog was closed and nothing changed. */
export function useNewPasskey() {
  const { withProof } = useStepUp();
  const [closed, setClosed] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const save = useOperation('POST /api/settings/profile/passkeys', {
    proof: 'when-required',
    stale: [allProfile],
  });
  const create = async () => {
    setClosed(false);
    setFailed(null);
    try {
      const requestOptions = () => call('POST /api/settings/profile/passkeys/options', {});
      const options = await withProof(requestOptions, { first: false });
      const attestation = (await makePasskey(options)) as { id: string };
      await save.submit({ name: agentName(navigator.userAgent), attestation: { ...attestation } });
    } catch (thrown) {
      if (thrown instanceof PasskeyClosed) setClosed(true);
      else setFailed(thrown);
    }
  };
  return { create, busy: save.busy, closed, error: save.error ?? failed, passkey: save.answer };
}

const enter = () => location.assign('/');

/** The only page of a session that must add a second factor first, by policy. One factor opens the rest. */
export function SecondFactorForm() {
  const t = useTranslations('profile.secondFactor');
  const { email } = useSession().session.operator;
  const [app, setApp] = useState(false);
  const created = useNewPasskey();
  const signOut = useSignOut();
  const codes = useOperation('POST /api/settings/profile/recovery-codes', { proof: 'when-required' });
  if (codes.answer)
    return (
      <AuthLayout title={t('codesTitle')} note={email}>
        <RecoveryCodes codes={codes.answer.recoveryCodes} email={email} next={t('open')} onStored={enter} />
      </AuthLayout>
    );
  if (created.passkey)
    return (
      <AuthLayout title={t('made')} note={created.passkey.name}>
        <p>{t('madeDescription')}</p>
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
        {t('ruleDescription')}
      </Callout>
      <Method name={t('passkey')} description={t('passkeyDescription')}>
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
      <Method name={t('app')} description={t('appDescription')}>
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
