import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { drawerRouteOf } from '#components/app-shell/address-state.ts';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { allConnections } from '#lib/connections/queries.ts';
import { limitsTodayOptions } from '#lib/policies/queries.ts';

const CONFLICTS = ['administrator', 'origin', 'operations', 'last', 'ids', 'slug', 'settings'] as const;

export function useFieldErrorLabels(): (code: string) => string {
  const t = useTranslations('accounts');
  return (code) => (t.has(`error.${code}`) ? t(`error.${code as 'needed'}`) : t('error.wrong'));
}

/** An error that belongs to no field: one sentence for a known conflict, otherwise the whole problem. */
export function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('accounts.conflict');
  if (!error) return null;
  const problem = error instanceof CallError ? error.problem : null;
  const conflict =
    problem?.code === 'conflict' && CONFLICTS.find((one) => one === problem.fields?.[0]?.field);
  if (conflict) return <Callout tone="danger" title={t(conflict)} role="alert" />;
  return <ErrorCard error={error} />;
}

/** After a change of an account: shows a toast and refreshes list and side bar. */
export function useAccountChange(onDone: () => void) {
  const router = useRouter();
  const toast = useToast();
  return {
    stale: [allConnections, limitsTodayOptions().queryKey],
    finish(message: string) {
      toast(message);
      onDone();
      router.refresh();
    },
  };
}

/** The drawer's task and its account's slug, in the URL. */
export const useDrawerRoute = drawerRouteOf(['new', 'doctor', 'edit', 'credential']);

export type DrawerRoute = ReturnType<typeof useDrawerRoute>;
