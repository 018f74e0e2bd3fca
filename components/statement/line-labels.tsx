'use client';

import { useTranslations } from 'next-intl';
import { Dash, Party } from '#components/ui/data-table/cell-parts.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useStatusReading } from '#components/ui/status.tsx';
import { moneyStateOf } from '#lib/core/status/money.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { isDisputeLine, lineDirection, textInsteadOfName, typeReading } from '#lib/statement/readings.ts';

/** Name and meaning of a line's type. An unknown type is shown together with Guichê's interpretation. */
export function useTypeLabels() {
  const t = useTranslations('line-labels.types');
  const readings = useTranslations('line-labels.reading');
  return {
    name: (type: string | null): string => {
      if (type === null) return t('none');
      if (t.has(`${type}.name`)) return t(`${type as 'PAYMENT'}.name`);
      const reading = typeReading(type);
      return reading === null
        ? readings('unknown', { word: type })
        : readings('known', { reading: readings(`types.${reading}`), word: type });
    },
    means: (type: string | null): string | null =>
      type !== null && t.has(`${type}.means`) ? t(`${type as 'PAYMENT'}.means`) : null,
  };
}

/** Translates a line's status; an unknown one is shown as received, with Guichê's interpretation. */
export function useStatusLabels(): (status: string) => string {
  const t = useTranslations('line-labels.status');
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

/** The line's counterparty; otherwise the provider's text, or why nobody is named. Never an id. */
export function Who({ line, waits = false }: { line: StatementLine; waits?: boolean }) {
  const t = useTranslations('line-labels.whoNot');
  const { name, document, pixKey } = line.counterparty;
  if (name !== null || document !== null || pixKey !== null)
    return <Party name={name} document={document ?? pixKey} />;
  const fallback = textInsteadOfName(line);
  if (fallback === null) return <Dash />;
  if (fallback.by === 'provider') return fallback.text;
  if (waits && fallback.why === 'unnamed') return <Skeleton width="60%" />;
  return <span className="text-ink-3">{t(fallback.why)}</span>;
}
