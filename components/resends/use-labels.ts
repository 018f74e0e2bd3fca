'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useStatusLabel } from '#components/ui/status.tsx';
import { formatInstant, isDay, type Locale, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';

/** Display name of a job: R-118. */
export const resendName = (number: number) => `R-${number}`;

type Filter = Record<string, unknown>;
const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Describes a job's scope in one sentence: 'Depósitos de ter 20 out a qui 19 nov, todos os estados, …'. */
export function useScopeLabels(): (scope: string, filter: Filter) => string {
  const t = useTranslations('resends.scope');
  const status = useStatusLabel();
  const locale = useLocale() as Locale;
  const day = (at: string) =>
    isDay(at) ? formatInstant(locale, startOfDay(at), 'day') : formatInstant(locale, at, 'minute');
  const type = (word: string) => (t.has(`types.${word}`) ? t(`types.${word as 'DEPOSIT'}`) : word);
  const failures = (filter: Filter) => {
    const [host, from, to] = [textOf(filter.host), textOf(filter.from), textOf(filter.to)];
    const since = from !== null && to === null && t('since', { from: day(from) });
    const until = from === null && to !== null && t('until', { to: day(to) });
    const both = from !== null && to !== null && t('between', { from: day(from), to: day(to) });
    const whose = host === null ? t('failures') : t('failuresOf', { host });
    return [whose, since || until || both].filter(Boolean).join(', ');
  };
  return (scope, filter) => {
    if (scope === 'failures') return failures(filter);
    if (scope !== 'filter') return t(scope as 'selection');
    const types = stringsOf(filter.type);
    const statuses = stringsOf(filter.status);
    const [from, to] = [textOf(filter.from), textOf(filter.to)];
    const kinds = types.length === 0 ? t('types.all') : types.map(type).join(', ');
    const span =
      from === null || to === null
        ? ''
        : ` ${from === to ? t('on', { day: day(from) }) : t('between', { from: day(from), to: day(to) })}`;
    return [
      `${kinds}${span}`,
      statuses.length === 0 ? t('allStatuses') : t('statuses', { statuses: statuses.map(status).join(', ') }),
      filter.onlyFailed === true && t('onlyFailed'),
      typeof filter.webhookId === 'string' && t('registered'),
    ]
      .filter(Boolean)
      .join(', ');
  };
}

/** Up to this length, one time is shown instead of a range. */
const SHORT_MS = 90_000;

/** Formats the range of a request: '20–26 out', '19 nov, 14:00–16:00'; `to` is exclusive. */
export function useSpanOf(): (from: string | null, to: string | null) => string | null {
  const locale = useLocale() as Locale;
  return (from, to) => {
    if (from === null || to === null) return null;
    const end = new Date(Date.parse(to) - 1).toISOString();
    const [first, last] = [saoPauloDay(from), saoPauloDay(end)];
    const day = (at: string) => formatInstant(locale, at, 'day').split(' ').slice(1).join(' ');
    const time = (at: string) => formatInstant(locale, at, 'time-minute');
    if (Date.parse(to) - Date.parse(from) <= SHORT_MS) return `${day(from)}, ${time(from)}`;
    if (first === last) return `${day(from)}, ${time(from)}–${time(to)}`;
    const [start, stop] = [day(from), day(end)];
    const [number = '', month = ''] = start.split(' ');
    return stop.endsWith(month) ? `${number}–${stop}` : `${start}–${stop}`;
  };
}

/** Translates an event: by its status or its subject; an unknown event is shown as received. */
export function useEventLabels(): (event: string | null) => string {
  const statuses = useTranslations('common.status');
  const t = useTranslations('resends');
  return (event) => {
    if (event === null) return t('event.none');
    if (event === 'INFRACTION_CHANGED') return t('event.INFRACTION_CHANGED');
    const status = event.replace(/^TRANSACTION_/, '');
    return statuses.has(status as 'ERROR') ? statuses(status as 'ERROR') : event;
  };
}

/** True if the account supports resends and the operator may start one. */
export function useMayResend(): boolean {
  const may = useCan('resend');
  return useSession().account.capabilities.includes('resends') && may;
}

/** Registered endpoints; empty if the account lists none. */
export function useEndpoints() {
  const { account } = useSession();
  const has = account.capabilities.includes('webhooks');
  const { data, isPending } = useQuery({ ...webhooksOptions(account.slug), enabled: has });
  return { endpoints: data?.items ?? [], reading: has && isPending };
}
