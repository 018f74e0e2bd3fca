'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { channelForm, keptChannels } from '#lib/notifications/channel-form.ts';
import { type Channel, inboxKeys } from '#lib/notifications/queries.ts';

type Props = { channels: readonly Channel[]; onClose: () => void };

/** A webhook for everybody: where it goes and what signs it are shown to nobody again. */
export function NewChannel({ channels, onClose }: Props) {
  const t = useTranslations('channels.form');
  const toast = useToast();
  const account = useSession().account.slug;
  const form = useOperationForm('PUT /api/settings/notifications', channelForm, {
    facts: channels,
    stale: [inboxKeys.settings(account)],
    words: (fault) => (t.has(`faults.${fault}`) ? t(`faults.${fault as 'required'}`) : fault),
    onDone(_, __, { name }) {
      toast(t('added', { name: name.trim() }));
      onClose();
    },
  });
  return (
    <OperationForm
      form={form}
      onSubmit={form.submit}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      fieldsFirst
    >
      <OperationFields
        form={form}
        words={{
          name: { label: t('name'), focus: true },
          form: { label: t('form'), options: { signed: t('forms.signed'), chat: t('forms.chat') } },
          url: { label: t('url'), hint: t('urlHint') },
          secret: { label: t('secret'), rule: t('secretRule'), hint: t('secretHint') },
          locale: { label: t('locale'), options: { 'pt-BR': t('locales.pt-BR'), en: t('locales.en') } },
        }}
      />
    </OperationForm>
  );
}

/** Ends a webhook for everybody. */
export function RemoveChannel({ channel, channels, onClose }: Props & { channel: Channel }) {
  const t = useTranslations('channels.channels');
  const account = useSession().account.slug;
  const name = channel.name ?? '';
  const form = useOperation('PUT /api/settings/notifications', {
    stale: [inboxKeys.settings(account)],
    onDone: onClose,
  });
  const left = keptChannels(channels).filter(({ id }) => id !== channel.id);
  return (
    <OperationForm
      form={form}
      onSubmit={() => form.submit({ channels: left })}
      onClose={onClose}
      title={t('removeTitle', { name })}
      confirm={t('removeTitle', { name })}
      danger
    >
      <p>{t('removeWords')}</p>
    </OperationForm>
  );
}
