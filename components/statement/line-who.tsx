'use client';

import { useTranslations } from 'next-intl';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { StatementLine } from '#lib/statement/queries.ts';
import { textInsteadOfName } from '#lib/statement/readings.ts';

/**
 * The line's counterparty; otherwise the provider's text, or why nobody is named. Ids appear only in the
 * detail.
 */
export function Who({ line, waits = false }: { line: StatementLine; waits?: boolean }) {
  const t = useTranslations('line-words.whoNot');
  const { counterparty } = line;
  const { name, document, pixKey } = counterparty;
  if (name !== null || document !== null || pixKey !== null)
    return <Party name={name} document={document ?? pixKey} />;
  const fallback = textInsteadOfName(line);
  if (waits && fallback?.by === 'us' && fallback.why === 'unnamed') return <Skeleton width="60%" />;
  if (fallback === null) return <span className="text-ink-3">–</span>;
  return fallback.by === 'provider' ? fallback.text : <span className="text-ink-3">{t(fallback.why)}</span>;
}
