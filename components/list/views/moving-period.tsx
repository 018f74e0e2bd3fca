'use client';

import { useTranslations } from 'next-intl';
import { fieldAnswer } from '#components/ui/field.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { periodOf } from '#lib/list/view-filters.ts';
import type { Preset } from '#lib/period.ts';
import { useSpanLabels } from '../filters/period-chip.tsx';
import type { Views } from './use-views.ts';

type Props = {
  preset: Preset;
  present: Views['present'];
  moving: boolean;
  onMoving: (moving: boolean) => void;
};

/** Lets the operator keep "7 days" or the fixed days these are now. */
export function MovingPeriod({ preset, present, moving, onMoving }: Props) {
  const t = useTranslations('views.period');
  const period = useTranslations('list.period');
  const days = useSpanLabels()(periodOf(present.filters), present.today);
  return (
    <ChoiceField
      label={t('label')}
      value={moving ? 'moving' : 'fixed'}
      onChange={(next) => onMoving(next === 'moving')}
      options={[
        { value: 'moving', label: period(preset) },
        { value: 'fixed', label: days },
      ]}
    >
      <p className={fieldAnswer()}>{t(moving ? 'movingHint' : 'fixedHint')}</p>
    </ChoiceField>
  );
}
