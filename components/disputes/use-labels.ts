'use client';

import { useTranslations } from 'next-intl';
import type { IconName, Tone } from '#components/ui/icon.tsx';
import type { Dispute } from '#lib/disputes/contract.ts';
import type { Step } from '#lib/disputes/rules.ts';

/** Icon and colour of a deadline's urgency. */
export const STEP_STYLE = {
  calm: { urgency: 'calm', icon: 'clock', tone: undefined },
  under48: { urgency: 'warn', icon: 'clock', tone: 'warn' },
  under24: { urgency: 'warn', icon: 'triangle', tone: 'warn' },
  under6: { urgency: 'danger', icon: 'octagon', tone: 'danger' },
  over: { urgency: 'danger', icon: 'octagon', tone: 'danger' },
} as const satisfies Record<Step, { urgency: string; icon: IconName; tone: Tone | undefined }>;

/** Labels a dispute by the situation in the report; without a known one, by the provider's type. */
export function useReasonLabels(): (dispute: Pick<Dispute, 'situation' | 'type'>) => string {
  const t = useTranslations('due');
  const typeLabel = useTypeLabels();
  return ({ situation, type }) => (situation === 'other' ? typeLabel(type) : t(`situations.${situation}`));
}

/** Translates the provider's type; an unknown type is shown as received. */
export function useTypeLabels(): (type: string | null) => string {
  const t = useTranslations('due.types');
  return (type) => (type === null ? t('none') : t.has(type as 'FRAUD') ? t(type as 'FRAUD') : type);
}
