'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { useEventSet } from '../event-labels.ts';
import { SheetAbsent } from '../sheet-absent.tsx';
import { type OpenState, useEndpoint, type Webhooks } from '../use-webhooks.ts';
import { choiceOf, EventChoice, UrlField } from './event-choice.tsx';
import { useWebhookErrorLabels } from './use-registered.ts';
import { webhookForm } from './webhook-forms.ts';

type Props = { id: string; webhooks: Webhooks; state: OpenState };

export function EditSheet({ id, webhooks, state }: Props) {
  const t = useTranslations('webhooks.form');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('editTitle')} gone={row === null} onClose={state.close} />;
  const others = (webhooks.list.data?.items ?? []).filter((one) => one.id !== id).map(({ url }) => url);
  return <Edit row={row} others={others} checks={webhooks.checksOwnership} state={state} />;
}

type EditProps = { row: WebhookRow; others: readonly (string | null)[]; checks: boolean; state: OpenState };

/** Edits an endpoint's address and events; only changes are sent. */
function Edit({ row, others, checks, state }: EditProps) {
  const t = useTranslations('webhooks');
  const set = useEventSet();
  const toast = useToast();
  const account = useSession().account.slug;
  const form = useOperationForm('PATCH /webhooks/{id}', webhookForm, {
    params: { id: row.id },
    facts: { registered: others, set, row },
    first: { url: row.url ?? '', near: false, events: choiceOf(row.events, set) },
    words: useWebhookErrorLabels(),
    stale: [webhookKeys.all(account)],
    onDone({ operation }) {
      if (operation.state !== 'confirmed') return;
      toast(t('confirm.saved'));
      state.close();
    },
  });
  const { values, faults, lost } = form;
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
      <UrlField {...form.at('url')} near={form.at('near')} registered={others} />
      {values.url.trim() !== row.url && !faults.has('url') && (
        <Callout variant="thin" tone="warn">
          {t(checks ? 'form.urlChanged' : 'form.urlChangedOnly')}
        </Callout>
      )}
      <EventChoice {...form.at('events')} />
    </OperationForm>
  );
}
