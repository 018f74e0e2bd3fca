'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { usePaletteActions } from '#components/app-shell/command-context.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';

const NONE: readonly never[] = [];

/** "New charge", "New withdrawal", … in the palette: puts the cursor into the first field of the form. */
export function useNewAction(page: PaymentPage, may: boolean): void {
  const t = useTranslations('payments.palette');
  const actions = useMemo(
    () => [
      {
        id: `new-${page}`,
        label: t(page),
        icon: 'plus' as const,
        run: () =>
          document
            .querySelector<HTMLElement>('[data-new-payment] form :is(input:not([type=radio]), textarea)')
            ?.focus(),
      },
    ],
    [page, t],
  );
  usePaletteActions('payments', may ? actions : NONE);
}
