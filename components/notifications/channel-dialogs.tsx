'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { useToast } from '#components/ui/toast.tsx';
import { channelForm, keptChannels, typedChannel } from '#lib/notifications/channel-form.ts';
import { type Channel, inboxKeys } from '#lib/notifications/queries.ts';

type Props = { channels: readonly Channel[]; onClose: () => void };

/** A webhook for everybody, new or changed: where it goes and what signs it are shown to nobody again. */
export function ChannelDialog({ channel, channels, onClose }: Props & { channel: Channel | null }) {
  const t = useTranslations('channels.form');
  const toast = useToast();
  const account = useSession().account.slug;
  const facts = { channels, of: channel };
  const first = channel === null ? channelForm.blank : typedChannel(channel);
  const form = useOperationForm('PUT /api/settings/notifications', channelForm, {
    facts,
    first,
    // Text typed into a new one is none of this one's.
    ...(channel === null ? {} : { kept: false }),
    stale: [inboxKeys.settings(account)],
    words: (fault) => (t.has(`faults.${fault}`) ? t(`faults.${fault as 'required'}`) : fault),
    onDone(_, __, { name }) {
      toast(t(channel === null ? 'added' : 'saved', { name: name.trim() }));
      onClose();
    },
  });
  const unchanged = channel !== null && JSON.stringify(form.values) === JSON.stringify(first);
  const stays = channel?.form === 'signed' ? t('stays') : t('secretHint');
  return (
    <OperationForm
      form={form}
      onSubmit={() => unchanged || form.submit()}
      onClose={onClose}
      title={channel === null ? t('title') : t('change', { name: channel.name ?? '' })}
      confirm={t(channel === null ? 'confirm' : 'save')}
      off={unchanged}
      note={unchanged && t('unchanged')}
      fieldsFirst
    >
      <OperationFields
        form={form}
        words={{
          name: { label: t('name'), focus: true },
          form: { label: t('form'), options: { signed: t('forms.signed'), chat: t('forms.chat') } },
          url: {
            label: t('url'),
            hint: channel === null ? t('urlHint') : t('urlStays', { host: channel.host ?? '' }),
          },
          secret: { label: t('secret'), rule: t('secretRule'), hint: stays },
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
