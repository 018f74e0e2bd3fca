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
import { ShownOnce } from '#components/ui/shown-once.tsx';
import { type SecretFact, webhookKeys } from '#lib/webhooks/queries.ts';
import { codeWell } from '../code-well.ts';

type Props = {
  secretId: string;
  env: string;
  label?: 'box' | 'callbackBox';
  /** Above the box: since when the old one does not hold. */
  intro: ReactNode;
  /** Between box and tick: what has failed meanwhile. */
  children?: ReactNode;
  /** Guichê's own receiver has it already: nobody must store it. */
  optional?: boolean;
  next: string;
  onKept: () => void;
};

type SecretBoxProps = {
  text: string;
  /** Name of the setting in the `.env` line. */
  env: string;
  label: 'box' | 'callbackBox';
  /** The way on is the next thing: copying steps back. */
  quiet: boolean;
};

/** The secret: covered until it is asked for, copied without being shown, saved as a line for the application. */
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

/** The secret until "I have stored it": shown again to the same operator, after a proof of identity. */
export function SaveSecret(props: Props) {
  const { secretId, env, label = 'box', intro, children, optional = false, next, onKept } = props;
  const t = useTranslations('webhooks.keep');
  const { text, show, acknowledge } = useSecret(secretId, onKept);
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
 * Secrets on their way from the answer that brought them to the step that shows them: in this tab's memory only,
 * never in an address or a cache, and gone once they are stored.
 */
const revealed = new Map<string, string>();

export const storeRevealed = (secretId: string, text: string) => void revealed.set(secretId, text);

const revealedOnce = (secretId: string) => revealed.get(secretId) ?? null;

const forget = (secretId: string) => void revealed.delete(secretId);

/** An issued secret of this operator: its text once it is here, how to have it shown, and "I have stored it". */
function useSecret(secretId: string, onKept: () => void) {
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
      onKept();
    },
  });
  return { text: text ?? revealedOnce(secretId), show, acknowledge };
}

/** This operator has not said yet that they stored it, and may see it once more. */
export const isUnacknowledged = (secret: SecretFact | null | undefined): secret is SecretFact =>
  secret?.origin === 'issued' && secret.acknowledgedAt === null && secret.mayShow;

/** Names under which a receiver keeps the secrets: one program may serve accounts of several kinds. */
export function useEnvNames() {
  const prefix = useSession().account.kind.toUpperCase();
  return { webhook: `${prefix}_WEBHOOK_SECRET`, callback: `${prefix}_CALLBACK_SECRET` };
}
