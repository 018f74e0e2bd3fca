'use client';

import { useTranslations } from 'next-intl';
import type { IconName } from '#components/ui/icon.tsx';
import type { StatementLine } from '#lib/statement/queries.ts';
import { isDisputeLine, wayOf } from '#lib/statement/rules.ts';

/** A line's type in words, and what it means; one that the product does not know stands as the provider wrote it. */
export function useTypeWords() {
  const t = useTranslations('statement.types');
  return {
    name: (type: string | null): string => {
      if (type === null) return t('none');
      return t.has(`${type}.name`) ? t(`${type as 'PAYMENT'}.name`) : type;
    },
    means: (type: string | null): string | null =>
      type !== null && t.has(`${type}.means`) ? t(`${type as 'PAYMENT'}.means`) : null,
  };
}

/** Document 2's states; unknown ones as they came. */
export function useStatusWords(): (status: string) => string {
  const t = useTranslations('statement.status');
  return (status) => (t.has(status) ? t(status as 'COMPLETED') : status);
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
