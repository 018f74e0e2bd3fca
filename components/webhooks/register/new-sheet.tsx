'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { EventSet } from '#lib/webhooks/events.ts';
import { checkUrl } from '#lib/webhooks/url-rules.ts';
import { useEventSet } from '../event-words.ts';
import type { OpenState, Webhooks } from '../use-webhooks.ts';
import { AddressForm, type Draft } from './address-form.tsx';
import { choiceFault, eventsOf } from './event-choice.tsx';
import { RegisterSteps } from './register-steps.tsx';
import { ReviewForm } from './review-form.tsx';
import { fieldFault, useRegistration } from './use-registration.ts';

const BLANK: Draft = { where: 'own', url: '', events: { every: true, chosen: [] }, secret: true };

/** A new endpoint: where and what, then the review with the password; secret and ownership come after it. */
export function NewSheet({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks');
  const id = useId();
  const set = useEventSet();
  const [draft, setDraft] = useState(BLANK);
  const [step, setStep] = useState<'address' | 'review'>('address');
  const [tried, setTried] = useState(false);
  const { form, lost } = useRegistration(
    () => bodyOf(draft, set),
    (started) => state.show({ what: 'started', id: started }),
  );
  const registered = webhooks.list.data?.items.map(({ url }) => url) ?? [];
  const check = checkUrl(draft.url, registered);
  const refused = fieldFault(form.error, 'url');
  const bad = (draft.where === 'own' && check.fault !== null) || choiceFault(draft.events, set) !== null;
  const next = () => {
    setTried(true);
    if (!bad) setStep('review');
  };
  // A refused address is mended where it was written.
  const shown = refused === null ? step : 'address';
  const submit = () => (shown === 'address' ? next() : void form.submit());
  return (
    <Drawer
      label={t('form.newTitle')}
      title={t('form.newTitle')}
      onClose={state.close}
      focusOnOpen
      footer={
        lost === null && <Foot step={shown} busy={form.busy} formId={id} onBack={() => setStep('address')} />
      }
    >
      <section className="border-0">
        <RegisterSteps current={shown} checksOwnership={webhooks.list.data?.checksOwnership ?? false} />
        <form
          id={id}
          className="form mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {lost !== null ? (
            <Lost id={lost} webhooks={webhooks} state={state} />
          ) : shown === 'address' ? (
            <AddressForm
              draft={draft}
              onChange={(next) => {
                form.clear();
                setStep('address');
                setDraft(next);
              }}
              check={check}
              refused={refused}
              tried={tried}
            />
          ) : (
            <ReviewForm draft={draft} form={form} webhooks={webhooks} />
          )}
        </form>
      </section>
    </Drawer>
  );
}

function bodyOf({ where, url, events, secret }: Draft, set: EventSet) {
  if (where === 'receiver') return { receiver: true as const, events: eventsOf(events, set) };
  return { url: url.trim(), events: eventsOf(events, set), generateSecret: secret };
}

type FootProps = { step: 'address' | 'review'; busy: boolean; formId: string; onBack: () => void };

function Foot({ step, busy, formId, onBack }: FootProps) {
  const t = useTranslations('webhooks.form');
  const back = useTranslations('common')('back');
  return (
    <>
      <span className="flex-1" />
      {step === 'review' && !busy && <Button onClick={onBack}>{back}</Button>}
      <Button type="submit" form={formId} variant="main" aria-busy={busy || undefined}>
        {t(step === 'address' ? 'next' : 'register')}
      </Button>
    </>
  );
}

/** No answer: the endpoint is looked for; once it is found the way goes on by itself. */
function Lost({ id, webhooks, state }: { id: string; webhooks: Webhooks; state: OpenState }) {
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
