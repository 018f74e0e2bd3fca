'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { shownIncidentsOptions } from '#lib/deliveries/queries.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';

/** A registered webhook, or the unregistered addresses at one host. `open`: number of open failures. */
export type Receiver = { key: string; webhookId: string | null; host: string; name: string; open: number };
type Chosen = { webhookId: string | null; host: string | null };

export const keyOf = ({ webhookId, host }: Chosen): string =>
  webhookId === null ? `host ${host}` : webhookId;

/**
 * Receivers with open failures, most first, then registered ones without. `error`: the failures could not be
 * read, so the counts are unknown.
 */
export function useReceivers() {
  const { account } = useSession();
  const { data, isPending, error, refetch } = useQuery(shownIncidentsOptions(account.slug));
  const { endpoints, reading } = useEndpoints();
  const failing = (data?.items ?? []).map(({ webhookId, host, callbacks }) => ({
    key: keyOf({ webhookId, host }),
    webhookId,
    host,
    name: endpoints.find(({ id }) => id === webhookId)?.url ?? host,
    open: callbacks,
  }));
  const known = new Set(failing.map(({ webhookId }) => webhookId));
  const others = endpoints
    .filter(({ id }) => !known.has(id))
    .map(({ id, url }) => ({ key: id, webhookId: id, host: '', name: url ?? id, open: 0 }));
  const receivers: Receiver[] = [...failing, ...others];
  return { receivers, reading: isPending || reading, error, refetch };
}

/** Registered endpoints; empty if the account lists none. */
export function useEndpoints() {
  const { account } = useSession();
  const has = account.capabilities.includes('webhooks');
  const { data, isPending } = useQuery({ ...webhooksOptions(account.slug), enabled: has });
  return { endpoints: data?.items ?? [], reading: has && isPending };
}

/** The display name of a selected receiver. */
export function useReceiverName(): (chosen: Chosen) => string {
  const t = useTranslations('resends.chooseStep');
  const { receivers } = useReceivers();
  return (chosen) =>
    receivers.find(({ key }) => key === keyOf(chosen))?.name ?? chosen.host ?? t('unknownAddress');
}
