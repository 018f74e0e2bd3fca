'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/shell/command-context.tsx';
import { useDesk } from './desk-context.ts';

type Options = { preview: () => void; send: () => void };

/** The desk's actions in the palette; Ctrl S stores the draft instead of the page. */
export function useDeskActions(options: Options): void {
  const t = useTranslations('disputes.palette');
  const router = useRouter();
  const { account, detail, save } = useDesk();
  const latest = useRef(options);
  latest.current = options;
  const { transactionId } = detail.dispute;
  const actions = useMemo(() => {
    const own: PaletteAction[] = [
      { id: 'defense-send', label: t('send'), icon: 'send', run: () => latest.current.send() },
      { id: 'defense-preview', label: t('preview'), icon: 'eye', run: () => latest.current.preview() },
    ];
    if (transactionId === null) return own;
    const run = () => router.push(`/${account}/transactions/${encodeURIComponent(transactionId)}`);
    return [
      ...own,
      { id: 'defense-transaction', label: t('transaction'), icon: 'transactions' as const, run },
    ];
  }, [t, account, transactionId, router]);
  usePaletteActions('defense', actions);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [save]);
}
