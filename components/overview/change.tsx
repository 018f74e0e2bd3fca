import { useFormatter, useTranslations } from 'next-intl';
import type { Change as Difference } from '#lib/overview/rules.ts';

/** A signed difference: percent, or points between two percentages. A dash where none can be told. */
export function Change({ of }: { of: Difference | null }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  if (of === null) return <span className="text-ink-3">–</span>;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' as const };
  const words =
    of.kind === 'points'
      ? t('points', { value: format.number(of.value, digits) })
      : format.number(of.value, { style: 'percent', ...digits });
  return <b>{words.replace('-', '−')}</b>;
}
