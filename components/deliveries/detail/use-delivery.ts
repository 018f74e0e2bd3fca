'use client';

import { useQuery } from '@tanstack/react-query';
import { useSession } from '#components/shell/session-context.tsx';
import { useReveal } from '#components/shell/use-reveal.ts';
import { CallError } from '#lib/api/client.ts';
import { deliveryOptions, revealedDeliveryOptions } from '#lib/deliveries/queries.ts';

/** One delivery; its personal data in clear only after it was asked for, which the audit log keeps. */
export function useDelivery(id: string) {
  const account = useSession().account.slug;
  const masked = useQuery(deliveryOptions(account, id));
  const { reveal, clear } = useReveal(revealedDeliveryOptions(account, id));
  return {
    facts: clear ?? masked.data,
    notFound: masked.error instanceof CallError && masked.error.problem.code === 'not_found',
    error: masked.error,
    retry: () => void masked.refetch(),
    reveal,
  };
}
export type DeliveryState = ReturnType<typeof useDelivery>;
