'use client';

import { useTranslations } from 'next-intl';
import { SheetSteps } from '#components/ui/sheet-steps.tsx';

type Step = 'address' | 'review' | 'secret' | 'ownership';

/** Where a registration stands; without an ownership check there is no such step. */
export function RegisterSteps({ current, checksOwnership }: { current: Step; checksOwnership: boolean }) {
  const t = useTranslations('webhooks.form.steps');
  const steps: Step[] = ['address', 'review', 'secret', ...(checksOwnership ? (['ownership'] as const) : [])];
  return (
    <SheetSteps label={t('label')} current={current} steps={steps.map((id) => ({ id, title: t(id) }))} />
  );
}
