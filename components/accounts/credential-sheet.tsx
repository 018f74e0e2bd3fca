'use client';

import { useTranslations } from 'next-intl';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { call } from '#lib/api/client.ts';
import type { Connection } from '#lib/connections/queries.ts';
import { credentialForm } from './account-forms.ts';
import { ConnectionForm } from './connection-form.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { useAccountChange } from './use-account-change.ts';
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
  const { auth, clientId, sandboxUrl } = account.credential;
  const open = Object.entries({ auth, clientId, sandboxUrl }).filter(([, value]) => value !== null);
  const params = { id: account.id };
  const { told, stale } = useAccountChange(onClose);
  const form = useOperationForm('PUT /api/settings/accounts/{id}/credential', credentialForm, {
    params,
    facts: null,
    first: {
      environment: account.environment,
      baseUrl: account.baseUrl,
      credentials: Object.fromEntries(open) as Record<string, string>,
    },
    stale,
    onDone: () => told(t('saved')),
  });
  const trial = useTrial(form.values, (body) =>
    call('POST /api/settings/accounts/{id}/test', { params, body }),
  );
  return (
    <ConnectionForm
      title={t('title', { name: account.name })}
      confirm={t('confirm')}
      trial={trial}
      form={form}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <p className="text-xs text-ink-3">{t('words')}</p>
          <CredentialFields kind={account.kind} draft={form.values} onChange={form.set} faultAt={faultAt} />
        </>
      )}
    </ConnectionForm>
  );
}
