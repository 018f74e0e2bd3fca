'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { clean } from '#lib/core/clean.ts';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import { type Health, healthOptions } from '#lib/deliveries/queries.ts';
import { HEALTH_SPANS, type HealthSpan } from '#lib/deliveries/rules.ts';
import { parseAsDayOrInstant } from '#lib/list/parsers.ts';
import { type Open, openParser } from '#lib/webhooks/open.ts';
import { callbackSecretOptions, type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { addressSeenOptions } from '#lib/webhooks/url-rules.ts';

/** The list of endpoints and the account's own secret; each can fail independently. */
export function useWebhooks() {
  const { slug, capabilities } = useSession().account;
  const list = useQuery(webhooksOptions(slug));
  const hasCallbackSecret = capabilities.includes('callback-secret');
  const callback = useQuery({ ...callbackSecretOptions(slug), enabled: hasCallbackSecret });
  return {
    list,
    callback,
    hasCallbackSecret,
    canRotate: capabilities.includes('webhook-rotation'),
    checksOwnership: capabilities.includes('ownership'),
    hasDeliveries: capabilities.includes('deliveries'),
  };
}
export type Webhooks = ReturnType<typeof useWebhooks>;

/** One endpoint of the list; `undefined` while loading, null when it is not in the list. */
export function useEndpoint(id: string): WebhookRow | null | undefined {
  const { data } = useQuery(webhooksOptions(useSession().account.slug));
  return data && (data.items.find((row) => row.id === id) ?? null);
}

export type OpenState = { open: Open | null; show: (next: Open) => void; close: () => void };

/** The drawer or task, stored in the address; steps within a task add no history entry. */
export function useOpen(): OpenState {
  const [open, setOpen] = useQueryState('open', openParser);
  const show = useCallback(
    (next: Open) => setOpen(next, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
  const close = useCallback(() => setOpen(null, { history: 'replace' }), [setOpen]);
  return { open, show, close };
}

export const useMay = () => ({ webhook: useCan('webhook'), resend: useCan('resend') });

const HOUR_MS = 3_600_000;

/** Formats ages that update live; every second while `youngest` is less than an hour old. */
export function useAges(asOf: string, youngest: string | null = null): (at: string) => string {
  const locale = useLocale() as Locale;
  const young = youngest !== null && Date.parse(asOf) - Date.parse(youngest) < HOUR_MS;
  const now = useNow(young ? 1_000 : 30_000, asOf);
  return (at) => relativeAge(locale, at, now);
}

/**
 * Checks whether the provider could reach this address, as far as Guichê can judge; runs when the field loses
 * focus with a valid value. `unseen` is only a warning: the provider's name servers may know more.
 */
export function useAddressSeen(value: string, good: boolean): { onBlur: () => void; unseen: boolean } {
  const account = useSession().account.slug;
  const [checkedUrl, setCheckedUrl] = useState('');
  const url = clean('address', value);
  const { data } = useQuery({
    ...addressSeenOptions(account, url),
    enabled: good && url !== '' && checkedUrl === url,
  });
  return { onBlur: () => setCheckedUrl(url), unseen: good && data?.fault === null && !data.seen };
}

/** Deliveries of one hour or day. `unknown`: the interval is older than Guichê's data. */
export type Bar = { at: string; delivered: number; failed: number; ms: number | null; unknown: boolean };

const PARSERS = { span: parseAsStringLiteral(HEALTH_SPANS).withDefault('hours'), at: parseAsDayOrInstant };

const NONE = { delivered: 0, failed: 0, ms: null };

/** Delivery health of the endpoints for the span in the address, and the selected hour or day. */
export function useHealth() {
  const { slug, capabilities } = useSession().account;
  const [{ span, at }, write] = useQueryStates(PARSERS);
  const query = useQuery({ ...healthOptions(slug, span), enabled: capabilities.includes('deliveries') });
  const { data } = query;
  const chosen = data?.at.find((one) => one === at) ?? null;
  return {
    span,
    setSpan: (next: HealthSpan) => void write({ span: next, at: null }),
    /** Taken from the data: while another span loads, the previous one is still drawn. */
    hourly: (data?.at.length ?? 24) === 24,
    chosen,
    choose: (next: string | null) => void write({ at: next }),
    since: data?.since ?? null,
    query,
    reading: query.isLoading,
    /** The selected bar's interval, up to the start of the next bar. */
    period: chosen === null || data === undefined ? null : { from: chosen, to: endOf(data, chosen) },
    /** 95% of the span's responses took at most this many ms; null without responses. */
    slowestOf: (id: string): number | null => data?.webhooks?.find((one) => one.id === id)?.slowest ?? null,
    barsOf: (id: string): Bar[] | null => barsOf(data, id),
  };
}

export type HealthState = ReturnType<typeof useHealth>;

/** The last interval ends an hour or a day later; São Paulo has no daylight saving time: a day has 24 h. */
function endOf({ at }: Health, begin: string): string {
  const next = at[at.indexOf(begin) + 1];
  const length = at.length === 24 ? HOUR_MS : 24 * HOUR_MS;
  return next ?? new Date(Date.parse(begin) + length).toISOString();
}

function barsOf(health: Health | undefined, id: string): Bar[] | null {
  if (health?.webhooks === undefined) return null;
  const { at, since, webhooks } = health;
  const found = webhooks.find((one) => one.id === id);
  return at.map((begin, place) => ({
    at: begin,
    ...(found?.bars[place] ?? NONE),
    unknown: since !== null && endOf(health, begin) <= since,
  }));
}
