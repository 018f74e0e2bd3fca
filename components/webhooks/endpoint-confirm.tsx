'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import type { Confirming } from './use-endpoint-actions.ts';

type Props = { row: WebhookRow; name: string; what: Confirming; onClose: () => void };

/** Pause, resume, remove or paste: what will happen, the password where due, and the one button. */
export function EndpointConfirm({ row, name, what, onClose }: Props) {
  const [instead, setInstead] = useState(false);
  if (what === 'paste') return <Paste row={row} name={name} onClose={onClose} />;
  const now = instead ? 'pause' : what;
  return (
    <Change key={now} row={row} name={name} what={now} onClose={onClose} onPause={() => setInstead(true)} />
  );
}

/** Runs a change with one key for its intent; the list is read again afterwards, and the words are told. */
function useDo(onClose: () => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const toast = useToast();
  async function run<T>(send: (account: string, key: string) => Promise<T>, told: (answer: T) => string) {
    try {
      const answer = await send(account, intent.keyFor());
      intent.end();
      toast(told(answer));
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: webhookKeys.all(account) });
    }
    onClose();
  }
  return run;
}

type ChangeProps = Props & { what: Exclude<Confirming, 'paste'>; onPause: () => void };

function Change({ row, name, what, onClose, onPause }: ChangeProps) {
  const t = useTranslations('webhooks.confirm');
  const run = useDo(onClose);
  const hub = useSession().account.kind === 'hub';
  const [hasDeliveries, setHasDeliveries] = useState(false);
  const params = { id: row.id };
  const total = row.week === null ? null : row.week.delivered + row.week.failed;
  const act = () => {
    if (what !== 'remove')
      return run(
        (account, key) =>
          call('PATCH /webhooks/{id}', {
            account,
            params,
            body: { active: what === 'resume' },
            idempotencyKey: key,
          }),
        ({ operation }) =>
          operation.state === 'confirmed' ? t(what === 'resume' ? 'resumed' : 'paused') : t('unclear'),
      );
    return run(
      (account, key) => call('DELETE /webhooks/{id}', { account, params, idempotencyKey: key }),
      ({ operation, result }) => {
        if (operation !== undefined && operation.state !== 'confirmed') return t('unclear');
        return t(result?.forgotten ? 'forgotten' : 'done');
      },
    ).catch((error: unknown) => {
      setHasDeliveries(refusedForDeliveries(error));
      throw error;
    });
  };
  return (
    <ConfirmProven
      title={<span className="break-all">{t(what, { url: name })}</span>}
      confirmLabel={t(`${what}Button`)}
      onConfirm={act}
      onClose={onClose}
      danger={what === 'remove'}
      wide
      {...(what === 'remove' ? { closeLabel: t('removeClose') } : {})}
    >
      <p>{t(what === 'remove' && hub ? 'removeWordsHub' : `${what}Words`)}</p>
      {hasDeliveries && row.active !== false && (
        <p>
          <Button onClick={onPause}>{t('pauseInstead')}</Button>
        </p>
      )}
      {what !== 'resume' && total !== null && <p>{t('removeDeliveries', { count: total })}</p>}
    </ConfirmProven>
  );
}

/** Document 2 keeps an endpoint that ever had a delivery: pausing does what removing was for. */
const refusedForDeliveries = (error: unknown) =>
  error instanceof CallError && error.problem.provider?.code === 'WEBHOOK_HAS_DELIVERIES';

function Paste({ row, name, onClose }: Omit<Props, 'what'>) {
  const t = useTranslations('webhooks.paste');
  const id = useId();
  const run = useDo(onClose);
  const [secret, setSecret] = useState('');
  const act = () =>
    run(
      (account, key) =>
        call('POST /webhooks/{id}/secret', {
          account,
          params: { id: row.id },
          body: { secret },
          idempotencyKey: key,
        }),
      () => t('done'),
    );
  return (
    <ConfirmProven
      title={<span className="break-all">{t('title', { url: name })}</span>}
      confirmLabel={t('button')}
      onConfirm={act}
      onClose={onClose}
      wide
    >
      <p>{t('words')}</p>
      <Field id={id} label={t('field')} rule={t('rule')}>
        <Input
          id={id}
          icon="key"
          mono
          required
          minLength={8}
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
    </ConfirmProven>
  );
}
