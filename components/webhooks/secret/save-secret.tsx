'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { webhookKeys } from '#lib/webhooks/queries.ts';
import { forget, revealedOnce, storeRevealed } from './revealed.ts';
import { SecretBox } from './secret-box.tsx';

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
