'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { clean } from '#lib/core/clean.ts';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import { type Open, openParser } from '#lib/webhooks/open.ts';
import { callbackSecretOptions, type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { addressSeenOptions } from '#lib/webhooks/url-rules.ts';

/** The list of endpoints and the account's own secret; each can fail independently. */
export function useWebhooks() {
  const { account } = useSession();
  const { slug, capabilities } = account;
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
  return useMemo(
    () => (data === undefined ? undefined : (data.items.find((row) => row.id === id) ?? null)),
    [data, id],
  );
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

/** The operator's permissions on webhooks and resends. */
export function useMay() {
  const webhook = useCan('webhook');
  const resend = useCan('resend');
  return { webhook, resend };
}

const YOUNG_MS = 3_600_000;

/** Formats ages that update live; every second while `youngest` is less than an hour old. */
export function useAges(asOf: string, youngest: string | null = null): (at: string) => string {
  const locale = useLocale() as Locale;
  const young = youngest !== null && Date.parse(asOf) - Date.parse(youngest) < YOUNG_MS;
  const now = useNow(young ? 1_000 : 30_000, asOf);
  return (at) => relativeAge(locale, at, now);
}

/**
 * Checks whether the provider could reach this address, as far as Guichê can tell; runs when the field loses
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
