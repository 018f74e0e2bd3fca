'use client';

import { useTranslations } from 'next-intl';
import type { IconName } from '#components/ui/icon.tsx';
import { useStatusReading } from '#components/ui/use-status-reading.ts';
import { moneyStateOf } from '#lib/core/status/money.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { isDisputeLine, typeReading, wayOf } from '#lib/statement/readings.ts';

/** A type that the product does not know stands beside what it is taken for. */
function useDrawerRoute() {
  const t = useTranslations('line-words.reading');
  return (reading: string | null, word: string) =>
    reading === null ? t('unknown', { word }) : t('beside', { reading, word });
}

/** A line's type in words, and what it means. */
export function useTypeLabels() {
  const t = useTranslations('line-words.types');
  const readings = useTranslations('line-words.reading.types');
  const beside = useDrawerRoute();
  return {
    name: (type: string | null): string => {
      if (type === null) return t('none');
      if (t.has(`${type}.name`)) return t(`${type as 'PAYMENT'}.name`);
      const reading = typeReading(type);
      return beside(reading === null ? null : readings(reading), type);
    },
    means: (type: string | null): string | null =>
      type !== null && t.has(`${type}.means`) ? t(`${type as 'PAYMENT'}.means`) : null,
  };
}

/** A line's state in words; another one as it came, with our reading. */
export function useStatusLabels(): (status: string) => string {
  const t = useTranslations('line-words.status');
  const reading = useStatusReading();
  return (status) => (t.has(status) ? t(status as 'COMPLETED') : reading(status, moneyStateOf(status)));
}

const BACK = /REFUND|REVERSAL|REVERSED|RETURN/;

/** Direction is an arrow; only dispute lines take another shape. */
export function lineIcon(line: StatementLine): IconName {
  if (isDisputeLine(line)) return 'disputes';
  if (BACK.test(line.type ?? '')) return 'return';
  if (/TRANSFER/.test(line.type ?? '')) return 'transfers';
  const way = wayOf(line);
  return way === 'in' ? 'arrow-in' : way === 'out' ? 'arrow-out' : 'lines';
}
