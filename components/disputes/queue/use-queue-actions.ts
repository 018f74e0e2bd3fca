'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type PaletteAction, usePaletteActions, useShortcut } from '#components/shell/command-context.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import type { QueueFilter } from '#lib/disputes/queries.ts';
import type { Queue } from './use-queue.ts';

const LINKS = 'a[data-dispute]';

/** `j` and `k` go from dispute to dispute (Enter opens, as on any link); the palette opens the first due. */
export function useQueueActions(queue: Queue, set: (change: Partial<QueueFilter>) => void): void {
  const t = useTranslations('disputes');
  const router = useRouter();
  const { session } = useSession();
  const { account } = queue;
  const first = queue.items[0]?.id;
  const me = session.operator.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` writes the address and never goes stale
  const actions = useMemo(() => {
    const mine: PaletteAction = {
      id: 'disputes-mine',
      label: t('palette.mine'),
      icon: 'user',
      run: () => set({ assignee: me }),
    };
    if (first === undefined) return [mine];
    const open: PaletteAction = {
      id: 'disputes-first',
      label: t('palette.first'),
      icon: 'disputes',
      run: () => router.push(`/${account}/disputes/${encodeURIComponent(first)}`),
    };
    return [open, mine];
  }, [t, first, me, account, router]);
  usePaletteActions('disputes', actions);
  useShortcut('j', step(1), { label: t('keys.next') });
  useShortcut('k', step(-1), { label: t('keys.previous') });
}

function step(by: number) {
  return (event: KeyboardEvent) => {
    const links = [...document.querySelectorAll<HTMLElement>(LINKS)];
    const here = links.indexOf(document.activeElement as HTMLElement);
    const next = here === -1 ? 0 : Math.min(links.length - 1, Math.max(0, here + by));
    event.preventDefault();
    links[next]?.focus();
    links[next]?.scrollIntoView({ block: 'nearest' });
  };
}
