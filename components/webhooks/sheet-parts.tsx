'use client';

import { useQuery } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { saveBlob } from '#components/ui/files.ts';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { ShownOnce } from '#components/ui/secret-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { allWebhooks, type SecretFact, webhooksOptions } from '#lib/webhooks/queries.ts';

export const code = (text: ReactNode) => <code className="mono">{text}</code>;

/** A sunken box for code; its lines wrap, or the box scrolls. */
export const codeWell = cva(
  'rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-xs/4.5 text-ink-2',
  {
    variants: {
      lines: {
        wrap: 'wrap-anywhere overflow-x-auto whitespace-pre-wrap',
        scroll: 'max-h-88 overflow-auto whitespace-pre',
      },
    },
  },
);

/** The class of a list of `Point`s. */
export const POINTS = 'grid gap-1.5';

export function Point({ icon, tone, children }: { icon: IconName; tone?: Tone; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 [&>svg]:mt-0.5 [&>svg]:size-3.5">
      <Icon name={icon} tone={tone} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** A titled part of a sheet. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

type AbsentProps = {
  title: string;
  gone: boolean;
  onClose: () => void;
  /** The query that the sheet waits for; by default the list of endpoints. */
  read?: { error: unknown; refetch: () => unknown };
};

/** Replaces a sheet while the endpoint is loading, failed to load, or is not in the list. */
export function SheetAbsent({ title, gone, onClose, read }: AbsentProps) {
  const t = useTranslations('webhooks.form');
  const list = useQuery(webhooksOptions(useSession().account.slug));
  const { error, refetch } = read ?? list;
  return (
    <Drawer label={title} title={title} onClose={onClose}>
      <section aria-busy={(!gone && !error) || undefined}>
        {gone ? (
          <EmptyState title={t('gone')} />
        ) : (
          <QueryBody query={{ data: undefined, error, refetch }} skeleton={<Skeleton width="60%" />} />
        )}
      </section>
    </Drawer>
  );
}

type SecretSheetProps = {
  label: string;
  title: ReactNode;
  /** It shows a secret that nobody has stored yet: closing requires a confirmation. */
  guarded: boolean;
  tools?: ReactNode;
  /** More buttons before the close button. */
  buttons?: ReactNode;
  /** Label of the close button once all is done; it is then filled. */
  finish?: string | null;
  onClose: () => void;
  children: ReactNode;
};

/** A sheet that issues a secret. Closing before it is stored warns, and states that it is not lost. */
export function SecretSheet(props: SecretSheetProps) {
  const { label, title, guarded, tools, buttons, finish = null, onClose, children } = props;
  const t = useTranslations('webhooks.rotate');
  const back = useTranslations('common')('back');
  const [leaving, setLeaving] = useState(false);
  const close = () => (guarded ? setLeaving(true) : onClose());
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{guarded && t('later')}</span>
      {buttons}
      <Button variant={finish === null ? 'plain' : 'main'} onClick={close}>
        {finish ?? t(guarded ? 'close' : 'closePlain')}
      </Button>
    </>
  );
  const stay = () => setLeaving(false);
  const choices = (
    <>
      <Button onClick={stay} data-autofocus>
        {back}
      </Button>
      <Button variant="main" onClick={onClose}>
        {t('closeButton')}
      </Button>
    </>
  );
  return (
    <Drawer label={label} title={title} onClose={close} focusOnOpen tools={tools} footer={footer}>
      {children}
      {leaving && (
        <Dialog open onClose={stay} title={t('closeTitle')} footer={choices}>
          <p>{t('closeDescription')}</p>
        </Dialog>
      )}
    </Drawer>
  );
}

type SecretBoxProps = {
  text: string;
  ofAccount: boolean;
  /** The next step is the main action: the copy button is secondary. */
  quiet: boolean;
};

/** The secret: hidden until requested; it can be copied while hidden, or saved as an `.env` line. */
function SecretBox({ text, ofAccount, quiet }: SecretBoxProps) {
  const t = useTranslations('webhooks.save');
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
  const t = useTranslations('webhooks.save');
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
 * Passes secrets from the answer that issued them to the step that shows them. They exist only in this tab's
 * memory, never in an address or a cache, and are deleted once stored.
 */
const revealed = new Map<string, string>();

export const storeRevealed = (secretId: string, text: string) => void revealed.set(secretId, text);

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

/** Shows the secret until "I have stored it"; its operator sees it again after proving their identity. */
export function SaveSecret(props: Props) {
  const { secretId, ofAccount = false, intro, children, optional = false, next, onStored } = props;
  const t = useTranslations('webhooks.save');
  const account = useSession().account.slug;
  const [shown, setShown] = useState(() => revealed.get(secretId));
  const [stored, setStored] = useState(false);
  const params = { id: secretId };
  const show = useOperation('POST /issued-secrets/{id}/show', {
    params,
    proof: 'dialog',
    onDone({ secret }) {
      storeRevealed(secretId, secret);
      setShown(secret);
    },
  });
  const acknowledge = useOperation('POST /issued-secrets/{id}/acknowledge', {
    params,
    proof: 'none',
    stale: [allWebhooks(account)],
    onDone() {
      revealed.delete(secretId);
      onStored();
    },
  });
  const text = shown ?? revealed.get(secretId) ?? null;
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

/** True if this operator has not confirmed storing the secret, and may see it once more. */
export const isUnacknowledged = (secret: SecretFact | null | undefined): secret is SecretFact =>
  secret?.origin === 'issued' && secret.acknowledgedAt === null && secret.mayShow;
