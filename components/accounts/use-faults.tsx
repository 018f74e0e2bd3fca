'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError } from '#lib/api/client.ts';

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
