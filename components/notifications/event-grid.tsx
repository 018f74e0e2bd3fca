'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fragment, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import {
  type Channel,
  type EventRule,
  type NotificationSettings,
  settingsOptions,
} from '#lib/notifications/queries.ts';

export function useShowSaved(): (answer: NotificationSettings) => void {
  const client = useQueryClient();
  const account = useSession().account.slug;
  return (answer) => client.setQueryData(settingsOptions(account).queryKey, answer);
}

/** Label of a channel: its own name, or its kind. */
export function nameOf(
  { id, name, kind }: { id: string; name: string | null; kind: 'inbox' | 'email' | 'webhook' },
  t: (key: 'inbox' | 'email' | 'environment') => string,
): string {
  if (kind !== 'webhook') return t(kind);
  return name ?? (id === 'environment' ? t('environment') : id);
}

/** Events by channel. Each tick is saved at once. */
export function EventGrid({ settings: { events, channels } }: { settings: NotificationSettings }) {
  const t = useTranslations('channels.grid');
  const names = useTranslations('channels.channels');
  const [error, setError] = useState<unknown>(null);
  const shown = channels.filter(({ ready }) => ready);
  const groups = [...Map.groupBy(events, ({ group }) => group)];
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      action={
        <span className="flex items-center gap-1 text-ink-3">
          <Icon name="moon" size="s" /> {t('breaks')}
        </span>
      }
      footer={<span className="cap whitespace-normal">{t('foot')}</span>}
      padded={false}
    >
      {error !== null && <ErrorCard error={error} />}
      {/* biome-ignore lint/a11y/useSemanticElements: no field set, only a name for what scrolls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys */}
      <div className="overflow-x-auto" role="group" aria-label={t('note')} tabIndex={0}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <th scope="col" className={`${CELL} ${HEAD} text-left`}>
                {t('when')}
              </th>
              {shown.map((channel) => (
                <th key={channel.id} scope="col" className={`${CELL} ${HEAD} border-l`}>
                  {nameOf(channel, names)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(([group, rules]) => (
              <Fragment key={group}>
                <tr>
                  <th
                    scope="colgroup"
                    colSpan={shown.length + 1}
                    className={`${CELL} bg-sunken text-left text-ink-3`}
                  >
                    {t(`groups.${group as 'money'}`)}
                  </th>
                </tr>
                {rules.map((rule) => (
                  <Row key={rule.event} rule={rule} channels={shown} onError={setError} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const CELL = 'border-line border-t px-3 py-1 font-normal';
const HEAD = 'wrap-anywhere text-2xs/4.5 text-ink-3';

type RowProps = { rule: EventRule; channels: readonly Channel[]; onError: (error: unknown) => void };

function Row({ rule, channels, onError }: RowProps) {
  const t = useTranslations('channels.grid');
  const names = useTranslations('channels.channels');
  const { event, breaksQuiet } = rule;
  const hint = `hints.${event}`;
  const eventLabel = t(`events.${event}`);
  return (
    <tr>
      <th scope="row" className={`${CELL} text-left`}>
        <span>{eventLabel}</span>{' '}
        {t.has(hint as 'hints.endpoint') && (
          <small className="text-ink-3">{t(hint as 'hints.endpoint')} </small>
        )}
        {breaksQuiet && (
          <span title={t('breaks')}>
            <Icon name="moon" size="s" />
            <span className="sr-only">{t('breaks')}</span>
          </span>
        )}
      </th>
      {channels.map((channel) => {
        const label = t('cell', { event: eventLabel, channel: nameOf(channel, names) });
        return (
          <td key={channel.id} className={`${CELL} border-l text-center [&_input]:align-middle`}>
            <Cell rule={rule} channel={channel.id} label={label} onError={onError} />
          </td>
        );
      })}
    </tr>
  );
}

type CellProps = { rule: EventRule; channel: string; label: string; onError: (error: unknown) => void };

function Cell({ rule: { event, channels }, channel, label, onError }: CellProps) {
  const t = useTranslations('channels.grid');
  const [wanted, setWanted] = useState<boolean | null>(null);
  const show = useShowSaved();
  const save = useOperation('PUT /api/settings/notifications', {
    proof: 'none',
    onDone(answer) {
      show(answer);
      setWanted(null);
    },
  });
  const rule = channels[channel];
  if (rule === undefined)
    return (
      <span title={t('misfit')}>
        <span aria-hidden="true">·</span>
        <span className="sr-only">{t('misfit')}</span>
      </span>
    );
  const change = async (on: boolean) => {
    setWanted(on);
    onError(null);
    if (!(await save.submit({ rules: { [event]: { [channel]: on } } }))) setWanted(null);
  };
  return (
    <Checkbox
      aria-label={label}
      title={rule.locked ? t('locked') : undefined}
      checked={wanted ?? rule.on}
      disabled={rule.locked}
      onChange={({ target }) => void change(target.checked)}
    />
  );
}
