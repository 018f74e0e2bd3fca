'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { checking, choosing, type Start } from '#components/resends/sheet/start.ts';
import { type PaletteAction, usePaletteActions } from '#components/shell/command-context.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { saoPauloDay } from '#lib/dates.ts';
import type { IncidentLine } from '#lib/deliveries/queries.ts';
import type { FilterState } from './use-deliveries.ts';

/** All failures of the registered endpoint, or those of the transactions' own addresses since it began. */
export function ofIncident({ webhookId, since }: Pick<IncidentLine, 'webhookId' | 'since'>): Start {
  if (webhookId !== null) return checking({ what: 'webhook', webhookId });
  return checking({ from: saoPauloDay(since), to: saoPauloDay(Date.now()), onlyFailed: true });
}

/** What the palette offers on this page. */
export function useDeliveryActions({ set }: FilterState, onStart: (start: Start) => void): void {
  const t = useTranslations('deliveries.palette');
  const router = useRouter();
  const { account } = useSession();
  const may = useCan('resend') && account.capabilities.includes('resends');
  const latest = useRef(onStart);
  latest.current = onStart;
  const actions = useMemo<PaletteAction[]>(
    () => [
      {
        id: 'failed-deliveries',
        label: t('failed'),
        icon: 'deliveries',
        run: () => set({ outcome: 'failed' }),
      },
      ...(may
        ? [
            {
              id: 'resend-by-filter',
              label: t('resend'),
              icon: 'send',
              run: () => latest.current(choosing()),
            } as const,
          ]
        : []),
      {
        id: 'all-resends',
        label: t('resends'),
        icon: 'deliveries',
        run: () => router.push(`/${account.slug}/resends`),
      },
    ],
    [t, set, may, router, account.slug],
  );
  usePaletteActions('deliveries', actions);
}
