'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { Connection } from '#lib/accounts/queries.ts';
import { call } from '#lib/api/client.ts';
import { ConnectionForm } from './connection-form.tsx';
import { CredentialFields, type Draft } from './credential-fields.tsx';
import { useFaults } from './use-faults.ts';
import { useSave } from './use-save.ts';
import { useTrial } from './use-trial.ts';

type Props = { account: Connection; onClose: () => void };

/** Another credential, whole: nothing of the old one is shown or kept. */
export function CredentialSheet({ account, onClose }: Props) {
  const t = useTranslations('accounts.replace');
  if (account.origin === 'settings') return <Replace account={account} onClose={onClose} />;
  const title = t('title', { name: account.name });
  return (
    <Drawer label={title} title={title} onClose={onClose} focusOnOpen>
      <section className="border-0">
        <Callout>{t(account.origin)}</Callout>
      </section>
    </Drawer>
  );
}

function Replace({ account, onClose }: Props) {
  const t = useTranslations('accounts.replace');
  const [draft, setDraft] = useState<Draft>(() => {
    const { auth, clientId, sandboxUrl } = account.credential;
    const open = Object.entries({ auth, clientId, sandboxUrl }).filter(([, value]) => value !== null);
    const credentials = Object.fromEntries(open) as Record<string, string>;
    return { environment: account.environment, baseUrl: account.baseUrl, credentials };
  });
  const params = { id: account.id };
  const trial = useTrial(draft, (body) => call('POST /api/settings/accounts/{id}/test', { params, body }));
  const form = useSave({
    body: draft,
    send: (idempotencyKey) =>
      call('PUT /api/settings/accounts/{id}/credential', { params, body: draft, idempotencyKey }),
    said: t('saved'),
    onDone: onClose,
  });
  const faults = useFaults(form.error ?? trial.error);
  return (
    <ConnectionForm
      title={t('title', { name: account.name })}
      confirm={t('confirm')}
      trial={trial}
      form={form}
      faults={faults}
      onClose={onClose}
    >
      <p className="text-xs text-ink-3">{t('words')}</p>
      <CredentialFields kind={account.kind} draft={draft} onChange={setDraft} faultAt={faults.at} />
    </ConnectionForm>
  );
}
