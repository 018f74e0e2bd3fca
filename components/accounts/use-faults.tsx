'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { drawerRouteOf, type DrawerRoute as Of } from '#components/app-shell/address-state.ts';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { accountKeys } from '#lib/connections/queries.ts';
import { policyKeys } from '#lib/policies/queries.ts';

const WAYS = ['administrator', 'origin', 'operations', 'last', 'ids', 'slug', 'settings'] as const;

/** Words for what is wrong with a field. */
export function useFaultLabels(): (word: string) => string {
  const t = useTranslations('accounts');
  return (word) => (t.has(`fault.${word}`) ? t(`fault.${word as 'needed'}`) : t('fault.wrong'));
}

/** The server's fault of one member of a body, of the change or of the test before it. */
export function faultOf(error: unknown, member: string): string | null {
  const fields = error instanceof CallError ? error.problem.fields : undefined;
  return fields?.find(({ field }) => field === member)?.message ?? null;
}

/** Refusal without a field of its own: one sentence for a conflict in the way, else the whole problem. */
export function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('accounts.way');
  if (!error) return null;
  const problem = error instanceof CallError ? error.problem : null;
  const way = problem?.code === 'conflict' && WAYS.find((one) => one === problem.fields?.[0]?.field);
  if (way) return <Callout tone="danger" title={t(way)} role="alert" />;
  return <ErrorCard error={error} />;
}

/** Ends a change of the accounts: tells it, and reads list and side bar again. */
export function useAccountChange(onDone: () => void) {
  const router = useRouter();
  const toast = useToast();
  return {
    stale: [accountKeys.all(), policyKeys.today()],
    told(words: string) {
      toast(words);
      onDone();
      router.refresh();
    },
  };
}

const TASKS = ['new', 'doctor', 'edit', 'credential'] as const;

export const useDrawerRoute = drawerRouteOf(TASKS);

export type DrawerRoute = Of<(typeof TASKS)[number]>;
