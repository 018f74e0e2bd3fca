'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { call } from '#lib/api/client.ts';
import { formatBrl } from '#lib/money.ts';
import type { PaletteSearch } from './palette.tsx';
import { useSession } from './session-context.tsx';

const ICONS = {
  transactions: 'transactions',
  charges: 'charge',
  withdrawals: 'withdraw',
  transfers: 'transfers',
} as const;

/** Looks what was typed up over all accounts the operator may read; a found transaction opens on its own page. */
export function useSearch(): PaletteSearch {
  const router = useRouter();
  const t = useTranslations('shell.palette');
  const { session } = useSession();
  const several = session.accounts.length > 1;
  return useCallback(
    async (q, signal) => {
      const { items } = await call('POST /api/search', { body: { q }, signal });
      return items.map(({ account, accountName, page, transaction }) => {
        const { id, clientReference, endToEndId, amount, payer, receiver, type } = transaction;
        const party = type === 'WITHDRAW' ? receiver.name : payer.name;
        const note = [party, amount === null ? null : formatBrl(amount), several ? accountName : null];
        return {
          id: `found-${account}-${id}`,
          label: t('transaction', { reference: clientReference ?? endToEndId ?? id }),
          note: note.filter((part) => part !== null).join(' · '),
          icon: ICONS[page],
          run: () =>
            router.push(
              page === 'transactions'
                ? `/${account}/transactions/${encodeURIComponent(id)}`
                : `/${account}/${page}?open=${encodeURIComponent(id)}`,
            ),
        };
      });
    },
    [router, t, several],
  );
}
