'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { accountKeys, type Connection } from '#lib/accounts/queries.ts';
import { CallError, call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { useFaults } from './use-faults.ts';

type Props = { account: Connection; onClose: () => void };

/** Taking an account away asks for its slug, typed. */
export function RemoveDialog({ account, onClose }: Props) {
  const t = useTranslations('accounts.remove');
  const id = useId();
  const [slug, setSlug] = useState('');
  const [refused, setRefused] = useState<unknown>(null);
  const faults = useFaults(refused);
  const remove = useRemoval(account, () => slug, onClose);
  return (
    <ConfirmProven
      title={t('title', { name: account.name })}
      confirmLabel={t('title', { name: account.name })}
      danger
      onClose={onClose}
      onConfirm={async () => {
        setRefused(null);
        try {
          await remove();
        } catch (error) {
          // A proof that is due is asked for by the dialog; what stands in the way is said here.
          if (!(error instanceof CallError) || error.problem.fields === undefined) throw error;
          setRefused(error);
        }
      }}
    >
      <p>{t('words')}</p>
      <Field id={id} label={t('type', { slug: account.slug })} error={faults.at('slug')}>
        <Input
          id={id}
          mono
          autoComplete="off"
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          data-autofocus
        />
      </Field>
      {faults.way !== null && <Callout tone="danger" title={faults.way} role="alert" />}
    </ConfirmProven>
  );
}

function useRemoval({ id, name }: Connection, typed: () => string, onDone: () => void) {
  const t = useTranslations('accounts.remove');
  const client = useQueryClient();
  const router = useRouter();
  const intent = useIntentKey();
  const toast = useToast();
  return async () => {
    const body = { slug: typed().trim() };
    try {
      const idempotencyKey = intent.keyFor(body);
      await call('DELETE /api/settings/accounts/{id}', { params: { id }, body, idempotencyKey });
      intent.end();
      toast(t('removed', { name }));
      onDone();
      router.refresh();
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: accountKeys.all() });
    }
  };
}
