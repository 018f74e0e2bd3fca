'use client';

import { useTranslations } from 'next-intl';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { StatementLine } from '#lib/statement/queries.ts';
import { saidInstead } from '#lib/statement/readings.ts';

/** The line's other party; else the provider's text, or the reason that nobody is named. Ids are detail. */
export function Who({ line, waits = false }: { line: StatementLine; waits?: boolean }) {
  const t = useTranslations('line-words.whoNot');
  const { counterparty } = line;
  const { name, document, pixKey } = counterparty;
  if (name !== null || document !== null || pixKey !== null)
    return <Party name={name} document={document ?? pixKey} />;
  const said = saidInstead(line);
  if (waits && said?.by === 'us' && said.why === 'unnamed') return <Skeleton width="60%" />;
  if (said === null) return <span className="text-ink-3">–</span>;
  return said.by === 'provider' ? said.text : <span className="text-ink-3">{t(said.why)}</span>;
}
