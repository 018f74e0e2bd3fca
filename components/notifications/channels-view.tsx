'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/checkbox.tsx';
import { TimeField } from '#components/ui/date-field.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { FormDescription } from '#lib/core/form.ts';
import { isTime } from '#lib/core/typed-dates.ts';
import { approversOptions, type NotificationSettings, settingsOptions } from '#lib/notifications/queries.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { EventGrid, useShowSaved } from './event-grid.tsx';

type Quiet = NotificationSettings['quiet'];

const own = { kind: 'own' } as const;

const clock = { ...own, validate: (typed: string) => (isTime(typed) ? null : 'time') };

const quietForm: FormDescription<Quiet, null, { quiet: Quiet }> = {
  blank: { on: false, from: '', to: '', days: 'every' },
  fields: { on: own, from: clock, to: clock, days: own },
  body: (quiet) => ({ quiet }),
};

const DAYS = ['every', 'weekdays', 'weekends'] as const;

export function QuietPanel({ quiet }: { quiet: Quiet }) {
  const t = useTranslations('channels.quiet');
  const time = useTranslations('common.time');
  const toast = useToast();
  const show = useShowSaved();
  const form = useOperationForm('PUT /api/settings/notifications', quietForm, {
    facts: null,
    first: quiet,
    proof: 'none',
    errorText: () => time('unread'),
    onDone(answer) {
      show(answer);
      toast(t('saved'));
    },
  });
  const { values, set } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Panel
      title={t('title')}
      action={
        <Switch checked={values.on} onChange={(on) => set({ on })}>
          {t('on')}
        </Switch>
      }
    >
      <form className="grid gap-3" onSubmit={submit}>
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
          <TimeField {...form.at('from')} label={t('from')} />
          <TimeField {...form.at('to')} label={t('to')} />
          <Segments
            label={t('days')}
            value={values.days}
            onChange={(days) => set({ days })}
            options={DAYS.map((value) => ({ value, label: t(value) }))}
          />
        </div>
        {isTime(values.from) && isTime(values.to) && <DayBar {...values} />}
        <p className="text-xs text-ink-3">{t('description', { to: values.to })}</p>
        {Boolean(form.error) && <ErrorCard error={form.error} />}
        <div>
          <Button type="submit" aria-busy={form.busy || undefined}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const DAY_MINUTES = 1440;

const shareOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return ((hours * 60 + minutes) / DAY_MINUTES) * 100;
};

/** Draws the quiet hours as a shaded part of the day from 0 h to 24 h. */
function DayBar({ on, from, to }: Quiet) {
  const [start, end] = [shareOf(from), shareOf(to)];
  // Hours over midnight shade both ends of the day; equal hours shade nothing.
  const parts =
    start <= end
      ? [[start, end]]
      : [
          [0, end],
          [start, 100],
        ];
  const marks = [...new Set([from, to])].filter((clock) => shareOf(clock) > 0);
  return (
    <div aria-hidden="true">
      <div
        className={`relative h-4 overflow-hidden rounded-1 border border-line-control ${on ? '' : 'opacity-50'}`}
      >
        {parts.map(([left = 0, right = 0]) => (
          <i
            key={left}
            className="absolute inset-y-0 border-line-control border-x bg-sunken"
            style={{ insetInlineStart: `${left}%`, width: `${right - left}%` }}
          />
        ))}
      </div>
      <p className="relative flex justify-between text-ink-3 text-xs/4.5">
        <span>0 h</span>
        {marks.map((clock) => (
          <span
            key={clock}
            className="absolute [translate:-50%]"
            style={{ insetInlineStart: `${shareOf(clock)}%` }}
          >
            {clock}
          </span>
        ))}
        <span>24 h</span>
      </p>
    </div>
  );
}

export function ChannelsView() {
  const t = useTranslations('channels');
  const manages = useCan('manage');
  const { data, error, refetch } = useQuery(settingsOptions(useSession().account.slug));
  return (
    <>
      <PageHead title={t('title')} />
      <SettingsTabs />
      <Page layout="stack" className="gap-3 pt-3">
        {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <Panel title={t('grid.title')} busy>
            <ReadingLine label={t('reading')} width="60%" />
          </Panel>
        )}
        {data !== undefined && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[60rem]/room:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
            <EventGrid settings={data} />
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
              <ChannelsPanel settings={data} />
              <QuietPanel quiet={data.quiet} />
              {manages && <ApproversPanel />}
            </div>
          </div>
        )}
      </Page>
    </>
  );
}

const OWN_WORDS = ['inbox', 'email', 'environment'];

/** Who is notified of approvals on this account, and how. Warns when a person has only the inbox. */
function ApproversPanel() {
  const t = useTranslations('channels.approvers');
  const { account } = useSession();
  const { data, error, refetch } = useQuery(approversOptions(account.slug));
  const nameOf = ({ id, name }: { id: string; name: string | null }) =>
    OWN_WORDS.includes(id) ? t(`channel.${id as 'inbox'}`) : (name ?? id);
  return (
    <Panel
      title={t('title')}
      note={t('note', { account: account.name })}
      busy={data === undefined && error === null}
    >
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="text-warn-ink">{t('nobody')}</p>}
      <LineList>
        {data?.items.map(({ id, name, channels }) => {
          const alone = channels.every((channel) => channel.id === 'inbox');
          return (
            <li key={id}>
              <Icon name={alone ? 'triangle' : 'check'} tone={alone ? 'warn' : 'ok'} />
              <span className="min-w-0 flex-1 break-words text-ink">{name}</span>
              <span className={alone ? 'text-xs text-warn-ink' : 'text-xs text-ink-3'}>
                {alone ? t('alone') : channels.map(nameOf).join(', ')}
              </span>
            </li>
          );
        })}
      </LineList>
    </Panel>
  );
}
