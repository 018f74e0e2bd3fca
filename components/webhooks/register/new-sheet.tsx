'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { type FieldsOf, useOperationForm } from '#components/forms/use-operation-form.ts';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { fieldVariants } from '#components/ui/field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { useEventName, useEventSet } from '../event-labels.ts';
import type { OpenState, Webhooks } from '../use-webhooks.ts';
import { EventChoice, eventsOf, RegisterSteps, UrlField } from './event-choice.tsx';
import { useRegistered, useWebhookErrorLabels } from './use-registered.ts';
import { type NewWebhook, newWebhookForm } from './webhook-forms.ts';

type Props = { webhooks: Webhooks; state: OpenState };

type AddressFormProps = {
  form: FieldsOf<NewWebhook>;
  registered: readonly (string | null)[];
  onChange: (part: Partial<NewWebhook>) => void;
};

/** Step 1: where notices go, which events, and whether they are signed. */
function AddressForm({ form, registered, onChange: set }: AddressFormProps) {
  const t = useTranslations('webhooks.form');
  const { values: draft, at } = form;
  const own = draft.where === 'own';
  const { capabilities, kind } = useSession().account;
  return (
    <>
      <Segments
        label={t('where')}
        value={draft.where}
        onChange={(where) => set({ where })}
        options={[
          { value: 'own', label: t('own') },
          { value: 'receiver', label: t('receiver') },
        ]}
      />
      {own ? (
        <UrlField
          {...at('url')}
          near={at('near')}
          registered={registered}
          onChange={(url) => set({ url, near: false })}
        />
      ) : (
        <Callout>{t(capabilities.includes('deliveries') ? 'receiverWords' : 'receiverOnly')}</Callout>
      )}
      <EventChoice value={draft.events} onChange={(events) => set({ events })} />
      {kind === 'hub' && <p className="text-xs text-ink-3">{t('secretAlways')}</p>}
      {own && kind !== 'hub' && (
        <div className={fieldVariants()}>
          <CheckLine checked={draft.secret} onChange={(event) => set({ secret: event.target.checked })}>
            {t('secret')} <span className="text-ink-3">{t('secretRule')}</span>
            <small className="block text-xs text-ink-3">
              {t(draft.secret ? 'secretWords' : 'secretOff')}
            </small>
          </CheckLine>
        </div>
      )}
    </>
  );
}

/** A new endpoint: address and events, then a review with the password; secret and ownership follow. */
export function NewSheet({ webhooks, state }: Props) {
  const t = useTranslations('webhooks.form');
  const back = useTranslations('common')('back');
  const { items = [], checksOwnership = false } = webhooks.list.data ?? {};
  const [step, setStep] = useState<'address' | 'review'>('address');
  const form = useOperationForm('POST /webhooks', newWebhookForm, {
    facts: { registered: items.map(({ url }) => url), set: useEventSet() },
    words: useWebhookErrorLabels(),
    onDone: useRegistered((id) => state.show({ what: 'started', id })),
  });
  // After an error in the address, shows the step with that field.
  const shown = form.serverErrorOf('url') === null ? step : 'address';
  const reviews = shown === 'review';
  return (
    <OperationForm
      form={form}
      as="drawer"
      title={t('newTitle')}
      onClose={state.close}
      onSubmit={() => (reviews ? form.submit() : form.check(() => setStep('review')))}
      above={
        <div className="mb-3">
          <RegisterSteps current={shown} checksOwnership={checksOwnership} />
        </div>
      }
      instead={form.lost !== null && <Lost id={form.lost} webhooks={webhooks} state={state} />}
      proves={reviews}
      fieldsFirst={!reviews}
      ways={reviews && !form.busy && <Button onClick={() => setStep('address')}>{back}</Button>}
      confirm={t(reviews ? 'register' : 'next')}
    >
      {reviews ? (
        <ReviewForm draft={form.values} webhooks={webhooks} />
      ) : (
        <AddressForm
          form={form}
          registered={form.facts.registered}
          onChange={(part) => {
            setStep('address');
            form.set(part);
          }}
        />
      )}
    </OperationForm>
  );
}

/** The answer was lost: Guichê looks for the endpoint and continues once it is found. */
function Lost({ id, webhooks, state }: Props & { id: string }) {
  const t = useTranslations('webhooks.started');
  return (
    <OperationState
      operationId={id}
      onEnd={async (operation) => {
        if (operation.state !== 'confirmed') return;
        const { data } = await webhooks.list.refetch();
        const found = data?.items.find(({ url }) => url?.endsWith(operation.target));
        if (found) state.show({ what: 'started', id: found.id });
      }}
    >
      <p>{t('unknown')}</p>
    </OperationState>
  );
}

type ReviewFormProps = { draft: NewWebhook; webhooks: Webhooks };

/** Step 2: reviews everything that will be registered. */
function ReviewForm({ draft, webhooks }: ReviewFormProps) {
  const t = useTranslations('webhooks.form');
  const set = useEventSet();
  const events = eventsOf(draft.events, set);
  const name = useEventName();
  const own = draft.where === 'own';
  const checks = webhooks.list.data?.checksOwnership ?? false;
  return (
    <>
      <h3 className="text-sm">{t('reviewTitle')}</h3>
      <Facts
        of={[
          own ? { label: t('url'), mono: draft.url.trim() } : { label: t('url'), value: t('receiver') },
          {
            label: t('events'),
            value: draft.events.every
              ? `${t('every')}. ${t(set.emptyMeansAll ? 'everyWords' : 'everyNow', { all: events.length })}`
              : events.map(name).join(', '),
          },
          {
            label: t('reviewSecret'),
            value: t(own && !draft.secret ? 'reviewSecretNo' : 'reviewSecretYes'),
          },
          { label: t('reviewOwnership'), value: t(checks ? 'reviewOwnershipWords' : 'reviewLive') },
        ]}
      />
    </>
  );
}
