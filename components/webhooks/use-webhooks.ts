'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { webhooksOptions } from '#lib/webhooks/list-query.ts';
import { type Open, openParser } from '#lib/webhooks/open.ts';
import { callbackSecretOptions, type WebhookRow } from '#lib/webhooks/queries.ts';

/** The registry and the account's own secret; each may fail without the other. */
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

/** One endpoint of the list; `undefined` while it is read, null where it is not there. */
export function useEndpoint(id: string): WebhookRow | null | undefined {
  const { data } = useQuery(webhooksOptions(useSession().account.slug));
  return useMemo(
    () => (data === undefined ? undefined : (data.items.find((row) => row.id === id) ?? null)),
    [data, id],
  );
}

export type OpenState = { open: Open | null; show: (next: Open) => void; close: () => void };

/** Keeps the drawer or task in the address; steps within a task add no history entry. */
export function useOpen(): OpenState {
  const [open, setOpen] = useQueryState('open', openParser);
  const show = useCallback(
    (next: Open) => setOpen(next, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
  const close = useCallback(() => setOpen(null, { history: 'replace' }), [setOpen]);
  return { open, show, close };
}
