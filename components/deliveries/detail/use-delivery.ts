'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { CallError } from '#lib/api/client.ts';
import { deliveryOptions, revealedDeliveryOptions } from '#lib/deliveries/queries.ts';

/** One delivery; its personal data in clear only after it was asked for, which the audit log keeps. */
export function useDelivery(id: string) {
  const account = useSession().account.slug;
  const allowed = useCan('reveal');
  const [asked, setAsked] = useState(false);
  const masked = useQuery(deliveryOptions(account, id));
  const clear = useQuery({ ...revealedDeliveryOptions(account, id), enabled: allowed && asked });
  const shown = asked && clear.data !== undefined;
  return {
    facts: shown ? clear.data : masked.data,
    notFound: masked.error instanceof CallError && masked.error.problem.code === 'not_found',
    error: masked.error,
    retry: () => void masked.refetch(),
    reveal: {
      allowed,
      shown,
      busy: asked && clear.isFetching,
      error: asked ? clear.error : null,
      toggle: () => (asked && clear.isError ? void clear.refetch() : setAsked(!asked)),
    },
  };
}
export type DeliveryState = ReturnType<typeof useDelivery>;
