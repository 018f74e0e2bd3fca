'use client';

import { useTranslations } from 'next-intl';
import { formatDocument } from '#lib/pix/documents.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { saidInstead } from '#lib/statement/rules.ts';

/** Who is on the other side; else what the provider wrote, or words that say why nobody is named. Ids are detail. */
export function Who({ line }: { line: StatementLine }) {
  const t = useTranslations('line-words.whoNot');
  const { counterparty } = line;
  const aside = counterparty.document === null ? counterparty.pixKey : formatDocument(counterparty.document);
  if (counterparty.name !== null || aside !== null)
    return (
      <span className="flex min-w-0 items-baseline gap-2">
        {counterparty.name !== null && <span className="truncate">{counterparty.name}</span>}
        {aside !== null && <span className="flex-none text-xs text-ink-3">{aside}</span>}
      </span>
    );
  const said = saidInstead(line);
  if (said === null) return <span className="text-ink-3">–</span>;
  return said.by === 'provider' ? said.text : <span className="text-ink-3">{t(said.why)}</span>;
}
