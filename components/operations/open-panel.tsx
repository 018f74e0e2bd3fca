'use client';

import { useQuery } from '@tanstack/react-query';
import { useSession } from '#components/app-shell/session.tsx';
import type { DrawerRoute } from '#components/list/use-drawer-route.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { openOperationsOptions } from '#lib/operations/queries.ts';
import { OpenRows } from './open-rows.tsx';

/** Operations asked here that wait for a person or for the provider's answer. Absent when there are none. */
export function OpenPanel({ kinds, route }: { kinds: readonly string[]; route: DrawerRoute }) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, kinds));
  const items = data?.items ?? [];
  if (error !== null && data === undefined) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  return items.length === 0 ? null : <OpenRows items={items} route={route} />;
}
