'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import type { DocumentAnswer } from '#lib/transactions/paste.ts';

type Fault = Extract<DocumentAnswer, { ok: false }>;

/** Why this is no CPF or CNPJ, in one sentence. */
export function useDocumentFault(): (answer: Fault) => string {
  const t = useTranslations('transactions.filters.fault');
  return (answer) => {
    const kind = answer.kind.toUpperCase();
    return answer.reason === 'length'
      ? t('length', { has: answer.has, kind, takes: answer.takes })
      : t(answer.reason, { kind });
  };
}

export function DocumentFault({ answer }: { answer: DocumentAnswer }) {
  const say = useDocumentFault();
  if (answer.ok) return null;
  return (
    <p className="form-answer px-2 py-1">
      <Icon name="info" tone="warn" />
      <span>{say(answer)}</span>
    </p>
  );
}
