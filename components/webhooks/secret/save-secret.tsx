'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { saveBlob } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { ShownOnce } from '#components/ui/secret-field.tsx';
import { type SecretFact, webhookKeys } from '#lib/webhooks/queries.ts';
import { codeWell } from '../sheet-parts.tsx';

type SecretBoxProps = {
  text: string;
  ofAccount: boolean;
  /** The next step is the main action: the copy button is secondary. */
  quiet: boolean;
};

/** The secret: hidden until requested; it can be copied while hidden, or saved as an `.env` line. */
function SecretBox({ text, ofAccount, quiet }: SecretBoxProps) {
  const t = useTranslations('webhooks.keep');
  // The variable names the account's kind, because one program may serve several.
  const kind = useSession().account.kind.toUpperCase();
  const env = `${kind}_${ofAccount ? 'CALLBACK' : 'WEBHOOK'}_SECRET`;
  const [shown, setShown] = useState(false);
  const label = t(ofAccount ? 'callbackBox' : 'box', { count: text.length });
  const covered = '•'.repeat(Math.min(text.length, 43));
  const line = (value: string) => `${env}=${value}`;
  const save = () =>
    saveBlob(new Blob([`${line(text)}\n`], { type: 'text/plain' }), `${env.toLowerCase()}.env`);
  const actions = (
    <>
      <CopySecret text={text} quiet={quiet} />
      <Button icon="download" onClick={save}>
        {t('download')}
      </Button>
      <Button variant="quiet" icon="eye" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'hide' : 'show')}
      </Button>
    </>
  );
  return (
    <>
      <ShownOnce label={label} badge={t('once')} actions={actions}>
        <output data-hidden={!shown || undefined} aria-label={shown ? undefined : t('hidden')}>
          {shown ? text : covered}
        </output>
      </ShownOnce>
      <pre className={codeWell({ lines: 'wrap' })}>{line(shown ? text : covered)}</pre>
    </>
  );
}

function CopySecret({ text, quiet }: Pick<SecretBoxProps, 'text' | 'quiet'>) {
  const t = useTranslations('webhooks.keep');
  const done = useTranslations('common.copy')('done');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant={quiet ? 'plain' : 'main'}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
    >
      <Icon name={copied ? 'tick' : 'copy'} />
      {t('copy')}
      <span className="sr-only" role="status">
        {copied ? done : ''}
      </span>
    </Button>
  );
}

type Props = {
  secretId: string;
  /** The account's callback secret, not an endpoint's. */
  ofAccount?: boolean;
  /** Shown above the box: since when the old secret is invalid. */
  intro: ReactNode;
  /** Shown between box and checkbox: what has failed meanwhile. */
  children?: ReactNode;
  /** Guichê's own receiver already has the secret, so nobody must store it. */
  optional?: boolean;
  next: string;
  onStored: () => void;
};

/**
 * Shows the secret until "I have stored it"; the operator it was issued to can see it again after proving
 * their identity.
 */
export function SaveSecret(props: Props) {
  const { secretId, ofAccount = false, intro, children, optional = false, next, onStored } = props;
  const t = useTranslations('webhooks.keep');
  const { text, show, acknowledge } = useSecret(secretId, onStored);
  const [stored, setStored] = useState(false);
  const ready = optional || (stored && text !== null);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p>{intro}</p>
      {text === null ? (
        <div className="grid min-w-0 grid-cols-1 gap-3">
          {!optional && <p>{t('again')}</p>}
          <div>
            <Button icon="key" aria-busy={show.busy || undefined} onClick={() => void show.submit(undefined)}>
              {t('showAgain')}
            </Button>
          </div>
          {Boolean(show.error) && <ErrorCard error={show.error} />}
        </div>
      ) : (
        <SecretBox text={text} ofAccount={ofAccount} quiet={ready} />
      )}
      {children}
      {!optional && text !== null && (
        <CheckLine checked={stored} onChange={(event) => setStored(event.target.checked)}>
          {t('stored')}
        </CheckLine>
      )}
      {(optional || text !== null) && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="main"
            disabled={!ready}
            aria-busy={acknowledge.busy || undefined}
            onClick={() => void acknowledge.submit(undefined)}
          >
            {next}
          </Button>
          {!ready && <span className="text-xs text-ink-3">{t('storeFirst')}</span>}
        </div>
      )}
      {Boolean(acknowledge.error) && <ErrorCard error={acknowledge.error} />}
    </div>
  );
}

/** Warns when the sheet closes before the secret is stored, and says that it is not lost. */
export function CloseGuard({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('webhooks.rotate');
  const back = useTranslations('common')('back');
  const footer = (
    <>
      <Button onClick={onStay} data-autofocus>
        {back}
      </Button>
      <Button variant="main" onClick={onLeave}>
        {t('closeButton')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onStay} title={t('closeTitle')} footer={footer}>
      <p>{t('closeWords')}</p>
    </Dialog>
  );
}

/**
 * Passes secrets from the answer that issued them to the step that shows them. They exist only in this tab's
 * memory, never in an address or a cache, and are deleted once stored.
 */
const revealed = new Map<string, string>();

export const storeRevealed = (secretId: string, text: string) => void revealed.set(secretId, text);

/** An issued secret of this operator: its text when available, "show again" and "I have stored it". */
function useSecret(secretId: string, onStored: () => void) {
  const account = useSession().account.slug;
  const [text, setText] = useState(() => revealed.get(secretId));
  const params = { id: secretId };
  const show = useOperation('POST /issued-secrets/{id}/show', {
    params,
    proof: 'dialog',
    onDone({ secret }) {
      storeRevealed(secretId, secret);
      setText(secret);
    },
  });
  const acknowledge = useOperation('POST /issued-secrets/{id}/acknowledge', {
    params,
    proof: 'none',
    stale: [webhookKeys.all(account)],
    onDone() {
      revealed.delete(secretId);
      onStored();
    },
  });
  return { text: text ?? revealed.get(secretId) ?? null, show, acknowledge };
}

/** True if this operator has not confirmed storing the secret, and may see it once more. */
export const isUnacknowledged = (secret: SecretFact | null | undefined): secret is SecretFact =>
  secret?.origin === 'issued' && secret.acknowledgedAt === null && secret.mayShow;
