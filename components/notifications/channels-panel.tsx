'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { channelForm, existingChannels, typedChannel } from '#lib/notifications/channel-form.ts';
import { type Channel, type NotificationSettings, settingsOptions } from '#lib/notifications/queries.ts';
import { nameOf } from './event-grid.tsx';

const AUDITED = ['channel.added', 'channel.changed', 'channel.removed', 'channel.tested'] as const;
const ICONS: Record<Channel['kind'], IconName> = { inbox: 'bell', email: 'mail', webhook: 'hook' };

/** The open dialog. `channel` null: a new channel. */
type Open = { what: 'change'; channel: Channel | null } | { what: 'remove'; channel: Channel };

type ChannelDialogProps = { channels: readonly Channel[]; onClose: () => void };

/** Adds or changes a webhook for everybody. Its address and secret are never shown again. */
function ChannelDialog({ channel, channels, onClose }: ChannelDialogProps & { channel: Channel | null }) {
  const t = useTranslations('channels.form');
  const toast = useToast();
  const account = useSession().account.slug;
  const facts = { channels, of: channel };
  const first = channel === null ? channelForm.blank : typedChannel(channel);
  const form = useOperationForm('PUT /api/settings/notifications', channelForm, {
    facts,
    first,
    // A draft of a new channel must not appear in an existing one.
    ...(channel === null ? {} : { stored: false }),
    stale: [settingsOptions(account).queryKey],
    errorText: (code) => (t.has(`errors.${code}`) ? t(`errors.${code as 'required'}`) : code),
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
        labels={{
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

function RemoveChannel({ channel, channels, onClose }: ChannelDialogProps & { channel: Channel }) {
  const t = useTranslations('channels.channels');
  const account = useSession().account.slug;
  const name = channel.name ?? '';
  const form = useOperation('PUT /api/settings/notifications', {
    stale: [settingsOptions(account).queryKey],
    onDone: onClose,
  });
  const remaining = existingChannels(channels).filter(({ id }) => id !== channel.id);
  return (
    <OperationForm
      form={form}
      onSubmit={() => form.submit({ channels: remaining })}
      onClose={onClose}
      title={t('removeTitle', { name })}
      confirm={t('removeTitle', { name })}
      danger
    >
      <p>{t('removeDescription')}</p>
    </OperationForm>
  );
}

/** The channels, each with its last result and a test. A failing one shows its queue and next attempt. */
export function ChannelsPanel({ settings: { channels, mayManage } }: { settings: NotificationSettings }) {
  const t = useTranslations('channels.channels');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      action={
        mayManage && (
          <>
            <AuditLink of="channel" actions={AUDITED} />
            <Button size="sm" icon="plus" onClick={() => setOpen({ what: 'change', channel: null })}>
              {t('new')}
            </Button>
          </>
        )
      }
      padded={false}
    >
      <ul>
        {channels.map((channel) => (
          <Line
            key={channel.id}
            channel={channel}
            mayManage={mayManage}
            onChange={() => setOpen({ what: 'change', channel })}
            onRemove={() => setOpen({ what: 'remove', channel })}
          />
        ))}
      </ul>
      {open?.what === 'change' && (
        <ChannelDialog channel={open.channel} channels={channels} onClose={close} />
      )}
      {open?.what === 'remove' && (
        <RemoveChannel channel={open.channel} channels={channels} onClose={close} />
      )}
    </Panel>
  );
}

type Props = { channel: Channel; mayManage: boolean; onChange: () => void; onRemove: () => void };

function Line({ channel, mayManage, onChange, onRemove }: Props) {
  const t = useTranslations('channels.channels');
  const { id, kind, ready, from, lost, failingSince } = channel;
  const name = nameOf(channel, t);
  const mayTest = ready && (kind === 'email' || (kind === 'webhook' && mayManage));
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 not-first:border-line not-first:border-t">
      <Icon name={ICONS[kind]} />
      <div>
        {name}
        <small className="block wrap-anywhere text-ink-3">
          <What channel={channel} />
        </small>
      </div>
      {kind !== 'inbox' && ready && (
        <span className="col-[2/-1] row-start-2">
          <ChannelState channel={channel} />
        </span>
      )}
      {mayTest && (
        <span className="flex flex-wrap gap-2 max-[601px]:col-[2/-1]">
          {from === 'settings' && (
            <>
              <Button size="sm" variant="quiet" aria-label={t('removeOf', { name })} onClick={onRemove}>
                {t('remove')}
              </Button>
              <Button size="sm" aria-label={t('changeOf', { name })} onClick={onChange}>
                {t('change')}
              </Button>
            </>
          )}
          <TestButton id={id} name={name} />
        </span>
      )}
      {failingSince !== null && <Dead channel={channel} name={name} />}
      {lost > 0 && <p className="col-span-full text-danger-ink text-xs">{t('lost', { count: lost })}</p>}
    </li>
  );
}

function What({ channel: { kind, ready, host, form } }: { channel: Channel }) {
  const t = useTranslations('channels.channels');
  if (kind === 'inbox') return t('inboxDescription');
  if (!ready) return t('emailOff');
  const through = t('from', { host: host ?? '' });
  return form === null ? through : `${t(form)} · ${through}`;
}

function ChannelState({ channel: { failingSince, okAt, okMs } }: { channel: Channel }) {
  const t = useTranslations('channels.channels');
  const at = failingSince ?? okAt;
  if (at === null) return <Status kind="idle">{t('untried')}</Status>;
  const when = () => <Instant at={at} variant="minute" />;
  if (failingSince !== null) return <Status kind="danger">{t.rich('failing', { when })}</Status>;
  return (
    <Status kind="ok" calm>
      {t.rich('ok', { when, ms: okMs ?? 0 })}
    </Status>
  );
}

function Dead({ channel: { waiting, oldestAt, problem, nextAt }, name }: { channel: Channel; name: string }) {
  const t = useTranslations('channels.channels');
  return (
    <div className="col-span-full">
      <Callout tone="danger" role="status" title={t('queue', { name, count: waiting })}>
        {t.rich('queueDescription', {
          problem: problem ?? '',
          when: () => <Instant at={nextAt} variant="minute" />,
        })}
        {oldestAt !== null && (
          <> {t.rich('oldest', { when: () => <Instant at={oldestAt} variant="minute" /> })}</>
        )}
      </Callout>
    </div>
  );
}

/** Tests a channel, announces the result, and refreshes the channel's state. */
function TestButton({ id, name }: { id: string; name: string }) {
  const t = useTranslations('channels.channels');
  const account = useSession().account.slug;
  const test = useOperation('POST /api/settings/notifications/test', {
    proof: 'none',
    stale: [settingsOptions(account).queryKey],
  });
  const { answer, error } = test;
  const result =
    answer === null
      ? ''
      : answer.ok
        ? t('tested', { name, ms: answer.ms })
        : t('refused', { name, problem: answer.problem ?? '' });
  return (
    <>
      <Button
        size="sm"
        aria-label={t('testOf', { name })}
        aria-busy={test.busy || undefined}
        onClick={() => void test.submit({ channel: id })}
      >
        {t('test')}
      </Button>
      <span role="status" className="sr-only">
        {result}
      </span>
      {Boolean(error) && <ErrorCard error={error} />}
    </>
  );
}
