'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { choosing, type Start } from '#lib/resends/start.ts';
import type { FilterState } from './use-deliveries.ts';

/** Palette actions of this page. */
export function useDeliveryActions({ only }: FilterState, onStart: (start: Start) => void): void {
  const t = useTranslations('deliveries.palette');
  const router = useRouter();
  const { account } = useSession();
  const may = useMayResend();
  const latest = useRef(onStart);
  latest.current = onStart;
  const actions = useMemo<PaletteAction[]>(
    () => [
      {
        id: 'failed-deliveries',
        label: t('failed'),
        icon: 'deliveries',
        run: () => only({ outcome: ['failed'] }),
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
    [t, only, may, router, account.slug],
  );
  usePaletteActions('deliveries', actions);
}
