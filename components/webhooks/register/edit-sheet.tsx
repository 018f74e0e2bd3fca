'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { OperationState } from '#components/operations/operation-state.tsx';
import { ProofField } from '#components/shell/proof-field.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useProofForm } from '#components/shell/use-proof-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { checkUrl } from '#lib/webhooks/url-rules.ts';
import { useEventSet } from '../event-words.ts';
import { SheetAbsent } from '../sheet-absent.tsx';
import { type OpenState, useEndpoint, type Webhooks } from '../use-webhooks.ts';
import { type Choice, choiceFault, choiceOf, EventChoice, eventsOf } from './event-choice.tsx';
import { UrlField } from './url-field.tsx';
import { fieldFault } from './use-registration.ts';

type Props = { id: string; webhooks: Webhooks; state: OpenState };

export function EditSheet({ id, webhooks, state }: Props) {
  const t = useTranslations('webhooks.form');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('editTitle')} gone={row === null} onClose={state.close} />;
  const others = (webhooks.list.data?.items ?? []).filter((one) => one.id !== id).map(({ url }) => url);
  return <Edit row={row} others={others} checks={webhooks.checksOwnership} state={state} />;
}

type EditProps = { row: WebhookRow; others: readonly (string | null)[]; checks: boolean; state: OpenState };

/** Address and events of an endpoint; only what differs is sent. */
function Edit({ row, others, checks, state }: EditProps) {
  const t = useTranslations('webhooks.form');
  const formId = useId();
  const set = useEventSet();
  const [url, setUrl] = useState(row.url ?? '');
  const [events, setEvents] = useState<Choice>(() => choiceOf(row.events, set));
  const check = checkUrl(url, others);
  const { form, lost, unchanged } = useEdit(row, url, events, state.close);
  const refused = fieldFault(form.error, 'url');
  const bad = check.fault !== null || choiceFault(events, set) !== null;
  return (
    <Drawer
      label={t('saveConfirm', { url: row.url ?? row.id })}
      title={t('editTitle')}
      onClose={state.close}
      focusOnOpen
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{unchanged && t('unchanged')}</span>
          <Button
            type="submit"
            form={formId}
            variant="main"
            disabled={unchanged || bad}
            aria-busy={form.busy || undefined}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <section className="border-0">
        <form
          id={formId}
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!unchanged && !bad) void form.submit();
          }}
        >
          {lost !== null && <OperationState operationId={lost} />}
          <UrlField value={url} onChange={setUrl} check={check} refused={refused} tried />
          {url.trim() !== row.url && check.fault === null && (
            <Callout look="thin" tone="warn">
              {t(checks ? 'urlChanged' : 'urlChangedOnly')}
            </Callout>
          )}
          <EventChoice value={events} onChange={setEvents} />
          <ProofField form={form} focus={false} />
          {Boolean(form.error) && refused === null && <ErrorCard error={form.error} />}
        </form>
      </section>
    </Drawer>
  );
}

function useEdit(row: WebhookRow, url: string, events: Choice, onDone: () => void) {
  const t = useTranslations('webhooks.confirm');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const toast = useToast();
  const [lost, setLost] = useState<string | null>(null);
  const next = eventsOf(events, useEventSet());
  const sameEvents = next.length === row.events.length && next.every((event) => row.events.includes(event));
  const body = {
    ...(url.trim() === row.url ? {} : { url: url.trim() }),
    ...(sameEvents ? {} : { events: next }),
  };
  const form = useProofForm(async () => {
    try {
      const { operation } = await call('PATCH /webhooks/{id}', {
        account,
        params: { id: row.id },
        body,
        idempotencyKey: intent.keyFor(body),
      });
      intent.end();
      if (operation.state !== 'confirmed') return setLost(operation.id);
      toast(t('saved'));
      onDone();
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: webhookKeys.all(account) });
    }
  });
  return { form, lost, unchanged: Object.keys(body).length === 0 };
}
