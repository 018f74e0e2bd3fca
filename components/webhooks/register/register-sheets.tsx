'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import type { AnswerOf } from '#components/forms/use-operation.ts';
import { type FieldsOf, useOperationForm } from '#components/forms/use-operation-form.ts';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { fieldVariants } from '#components/ui/field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { allWebhooks, type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { useEventName, useEventSet } from '../event-labels.ts';
import { storeRevealed } from '../sheet-parts.tsx';
import type { OpenState, Webhooks } from '../use-webhooks.ts';
import {
  choiceOf,
  EventChoice,
  eventsOf,
  existingWebhookForm,
  type NewWebhook,
  newWebhookForm,
  RegisterSteps,
  UrlField,
  webhookForm,
} from './webhook-forms.tsx';

type Props = { webhooks: Webhooks; state: OpenState };

/** After a registration: passes on the secret, reloads the list, and continues with the new id. */
function useRegistered(onStarted: (id: string) => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return async ({ result }: AnswerOf<'POST /webhooks'>) => {
    if (result?.secret !== undefined && result.secretId !== null)
      storeRevealed(result.secretId, result.secret);
    await client.invalidateQueries({ queryKey: webhooksOptions(account).queryKey, exact: true });
    if (result !== undefined) onStarted(result.id);
  };
}

function useErrorLabels(): (code: string) => string {
  const t = useTranslations('webhooks.form.errors');
  return (code) => (t.has(code) ? t(code as 'empty') : code);
}

/** A new endpoint: address and events, then a review with the password; secret and ownership follow. */
export function NewSheet({ webhooks, state }: Props) {
  const t = useTranslations('webhooks.form');
  const back = useTranslations('common')('back');
  const lost = useTranslations('webhooks.started')('unknown');
  const { items = [], checksOwnership = false } = webhooks.list.data ?? {};
  const [step, setStep] = useState<'address' | 'review'>('address');
  const form = useOperationForm('POST /webhooks', newWebhookForm, {
    facts: { registered: items.map(({ url }) => url), set: useEventSet() },
    errorText: useErrorLabels(),
    onDone: useRegistered((id) => state.show({ what: 'started', id })),
    // After an error in the address, shows the step with that field.
    onRefused(error) {
      const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
      if (fields.some(({ field }) => field === 'url')) setStep('address');
    },
  });
  // The answer was lost: Guichê searches for the endpoint and continues once it is found.
  const findRegistered = async (operation: { state: string; target: string }) => {
    if (operation.state !== 'confirmed') return;
    const { data } = await webhooks.list.refetch();
    const found = data?.items.find(({ url }) => url?.endsWith(operation.target));
    if (found) state.show({ what: 'started', id: found.id });
  };
  const reviews = step === 'review';
  const toReview = () => form.serverErrorOf('url') === null && setStep('review');
  return (
    <OperationForm
      form={form}
      as="drawer"
      title={t('newTitle')}
      onClose={state.close}
      onSubmit={() => (reviews ? form.submit() : form.check(toReview))}
      above={
        <div className="mb-3">
          <RegisterSteps current={step} checksOwnership={checksOwnership} />
        </div>
      }
      instead={
        form.lost !== null && (
          <OperationState operationId={form.lost} onEnd={findRegistered}>
            <p>{lost}</p>
          </OperationState>
        )
      }
      proves={reviews}
      fieldsFirst={!reviews}
      actions={reviews && !form.busy && <Button onClick={() => setStep('address')}>{back}</Button>}
      confirm={t(reviews ? 'register' : 'next')}
    >
      {reviews ? (
        <ReviewForm draft={form.values} checksOwnership={checksOwnership} />
      ) : (
        <AddressForm form={form} registered={form.facts.registered} />
      )}
    </OperationForm>
  );
}

type AddressFormProps = { form: FieldsOf<NewWebhook>; registered: readonly (string | null)[] };

/** Step 1: where notices go, which events, and whether they are signed. */
function AddressForm({ form: { values: draft, at, set }, registered }: AddressFormProps) {
  const t = useTranslations('webhooks.form');
  const own = draft.where === 'own';
  const { capabilities, kind } = useSession().account;
  return (
    <>
      <Segments
        label={t('where')}
        value={draft.where}
        onChange={(where) => set({ where })}
        options={(['own', 'receiver'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {own ? (
        <UrlField
          {...at('url')}
          similar={at('near')}
          registered={registered}
          onChange={(url) => set({ url, near: false })}
        />
      ) : (
        <Callout>{t(capabilities.includes('deliveries') ? 'receiverDescription' : 'receiverOnly')}</Callout>
      )}
      <EventChoice {...at('events')} />
      {kind === 'hub' && <p className="text-xs text-ink-3">{t('secretAlways')}</p>}
      {own && kind !== 'hub' && (
        <div className={fieldVariants()}>
          <CheckLine checked={draft.secret} onChange={(event) => set({ secret: event.target.checked })}>
            {t('secret')} <span className="text-ink-3">{t('secretRule')}</span>
            <small className="block text-xs text-ink-3">
              {t(draft.secret ? 'secretDescription' : 'secretOff')}
            </small>
          </CheckLine>
        </div>
      )}
    </>
  );
}

function ReviewForm({ draft, checksOwnership }: { draft: NewWebhook; checksOwnership: boolean }) {
  const t = useTranslations('webhooks.form');
  const set = useEventSet();
  const events = eventsOf(draft.events, set);
  const name = useEventName();
  const own = draft.where === 'own';
  return (
    <>
      <h3 className="text-sm">{t('reviewTitle')}</h3>
      <Facts
        of={[
          own ? { label: t('url'), mono: draft.url.trim() } : { label: t('url'), value: t('receiver') },
          {
            label: t('events'),
            value: draft.events.every
              ? `${t('every')}. ${t(set.emptyMeansAll ? 'everyDescription' : 'everyNow', { all: events.length })}`
              : events.map(name).join(', '),
          },
          {
            label: t('reviewSecret'),
            value: t(own && !draft.secret ? 'reviewSecretNo' : 'reviewSecretYes'),
          },
          {
            label: t('reviewOwnership'),
            value: t(checksOwnership ? 'reviewOwnershipDescription' : 'reviewLive'),
          },
        ]}
      />
    </>
  );
}

/** Adds an endpoint that the provider has but does not list; nothing is sent to the provider. */
export function ExistingSheet({ state }: { state: OpenState }) {
  const t = useTranslations('webhooks.form');
  const labelOf = useErrorLabels();
  const form = useOperationForm('POST /webhooks', existingWebhookForm, {
    facts: null,
    errorText: (code, field) => (field === 'existingId' ? t('idError') : labelOf(code)),
    onDone: useRegistered((id) => state.show({ what: 'endpoint', id })),
  });
  return (
    <OperationForm
      form={form}
      as="drawer"
      title={t('existingTitle')}
      onClose={state.close}
      confirm={t('add')}
    >
      <p>{t('existingDescription')}</p>
      <OperationFields
        form={form}
        labels={{
          existingId: { label: t('id'), rule: t('idRule') },
          url: <UrlField {...form.at('url')} registered={[]} />,
        }}
      />
    </OperationForm>
  );
}

/** Edits an endpoint's address and events; only changes are sent. */
export function EditSheet({ row, webhooks, state }: Props & { row: WebhookRow }) {
  const t = useTranslations('webhooks');
  const set = useEventSet();
  const toast = useToast();
  const account = useSession().account.slug;
  const others = webhooks.list.data?.items.filter(({ id }) => id !== row.id).map(({ url }) => url) ?? [];
  const form = useOperationForm('PATCH /webhooks/{id}', webhookForm, {
    params: { id: row.id },
    facts: { registered: others, set, row },
    first: { url: row.url ?? '', near: false, events: choiceOf(row.events, set) },
    errorText: useErrorLabels(),
    stale: [allWebhooks(account)],
    onDone({ operation }) {
      if (operation.state !== 'confirmed') return;
      toast(t('confirm.saved'));
      state.close();
    },
  });
  const { values, errors, lost } = form;
  const unchanged = Object.keys(webhookForm.body(values, form.facts)).length === 0;
  return (
    <OperationForm
      form={form}
      as="drawer"
      label={t('form.saveConfirm', { url: row.url ?? row.id })}
      title={t('form.editTitle')}
      onClose={state.close}
      onSubmit={() => unchanged || form.submit()}
      confirm={t('form.save')}
      off={unchanged || !form.good}
      note={unchanged && t('form.unchanged')}
    >
      {lost !== null && <OperationState operationId={lost} />}
      <UrlField {...form.at('url')} similar={form.at('near')} registered={others} />
      {values.url.trim() !== row.url && !errors.has('url') && (
        <Callout variant="thin" tone="warn">
          {t(webhooks.checksOwnership ? 'form.urlChanged' : 'form.urlChangedOnly')}
        </Callout>
      )}
      <EventChoice {...form.at('events')} />
    </OperationForm>
  );
}
