'use client';

import { useTranslations } from 'next-intl';
import type { IconName } from '#components/ui/icon.tsx';
import { useStatusReading } from '#components/ui/use-status-word.ts';
import { moneyStateOf } from '#lib/core/status/money.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { isDisputeLine, lineDirection, typeReading } from '#lib/statement/readings.ts';

/** Shows an unknown type together with Guichê's interpretation. */
function useReadingLabel() {
  const t = useTranslations('line-words.reading');
  return (reading: string | null, word: string) =>
    reading === null ? t('unknown', { word }) : t('beside', { reading, word });
}

/** Name and meaning of a line's type. */
export function useTypeLabels() {
  const t = useTranslations('line-words.types');
  const readings = useTranslations('line-words.reading.types');
  const readingLabel = useReadingLabel();
  return {
    name: (type: string | null): string => {
      if (type === null) return t('none');
      if (t.has(`${type}.name`)) return t(`${type as 'PAYMENT'}.name`);
      const reading = typeReading(type);
      return readingLabel(reading === null ? null : readings(reading), type);
    },
    means: (type: string | null): string | null =>
      type !== null && t.has(`${type}.means`) ? t(`${type as 'PAYMENT'}.means`) : null,
  };
}

/** Translates a line's status; an unknown one is shown as received, with Guichê's interpretation. */
export function useStatusLabels(): (status: string) => string {
  const t = useTranslations('line-words.status');
  const reading = useStatusReading();
  return (status) => (t.has(status) ? t(status as 'COMPLETED') : reading(status, moneyStateOf(status)));
}

const BACK = /REFUND|REVERSAL|REVERSED|RETURN/;

/** Icon of a line: an arrow for its direction; disputes, refunds and transfers have their own. */
export function lineIcon(line: StatementLine): IconName {
  if (isDisputeLine(line)) return 'disputes';
  if (BACK.test(line.type ?? '')) return 'return';
  if (/TRANSFER/.test(line.type ?? '')) return 'transfers';
  const direction = lineDirection(line);
  return direction === 'in' ? 'arrow-in' : direction === 'out' ? 'arrow-out' : 'lines';
}
