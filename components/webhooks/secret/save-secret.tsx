'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { saveBlob } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { ShownOnce } from '#components/ui/secret-field.tsx';
import { type SecretFact, webhookKeys } from '#lib/webhooks/queries.ts';
import { codeWell } from '../code-well.ts';

type Props = {
  secretId: string;
  env: string;
  label?: 'box' | 'callbackBox';
  /** Shown above the box: since when the old secret is invalid. */
  intro: ReactNode;
  /** Shown between box and checkbox: what has failed meanwhile. */
  children?: ReactNode;
  /** Guichê's own receiver already has the secret, so nobody must store it. */
  optional?: boolean;
  next: string;
  onStored: () => void;
};

type SecretBoxProps = {
  text: string;
  /** Variable name in the `.env` line. */
  env: string;
  label: 'box' | 'callbackBox';
  /** The next step is the main action: the copy button is secondary. */
  quiet: boolean;
};

/** The secret: hidden until requested; it can be copied while hidden, or saved as an `.env` line. */
function SecretBox({ text, env, label, quiet }: SecretBoxProps) {
  const t = useTranslations('webhooks.keep');
  const [shown, setShown] = useState(false);
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
      <ShownOnce label={t(label, { count: text.length })} badge={t('once')} actions={actions}>
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

/**
 * Shows the secret until "I have stored it"; the same operator can see it again after proving their identity.
 */
export function SaveSecret(props: Props) {
  const { secretId, env, label = 'box', intro, children, optional = false, next, onStored } = props;
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
        <SecretBox text={text} env={env} label={label} quiet={ready} />
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

/**
 * Passes secrets from the answer that issued them to the step that shows them. They exist only in this tab's
 * memory, never in an address or a cache, and are deleted once stored.
 */
const revealed = new Map<string, string>();

export const storeRevealed = (secretId: string, text: string) => void revealed.set(secretId, text);

const revealedOnce = (secretId: string) => revealed.get(secretId) ?? null;

const forget = (secretId: string) => void revealed.delete(secretId);

/**
 * An issued secret of this operator: its text when available, and the actions "show again" and "I have stored
 * it".
 */
function useSecret(secretId: string, onStored: () => void) {
  const account = useSession().account.slug;
  const [text, setText] = useState(() => revealedOnce(secretId));
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
      forget(secretId);
      onStored();
    },
  });
  return { text: text ?? revealedOnce(secretId), show, acknowledge };
}

/** True if this operator has not confirmed storing the secret, and may see it once more. */
export const isUnacknowledged = (secret: SecretFact | null | undefined): secret is SecretFact =>
  secret?.origin === 'issued' && secret.acknowledgedAt === null && secret.mayShow;

/**
 * Names of the receiver's environment variables. They contain the account's kind, because one program may
 * serve several kinds.
 */
export function useEnvNames() {
  const prefix = useSession().account.kind.toUpperCase();
  return { webhook: `${prefix}_WEBHOOK_SECRET`, callback: `${prefix}_CALLBACK_SECRET` };
}
