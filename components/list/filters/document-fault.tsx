'use client';

import { useTranslations } from 'next-intl';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { DocumentAnswer } from '#lib/transactions/paste.ts';

type RefusedDocument = Extract<DocumentAnswer, { ok: false }>;

/** Why this is no CPF or CNPJ, in one sentence. */
export function useDocumentFault(): (answer: RefusedDocument) => string {
  const t = useTranslations('list.filters.fault');
  return (answer) => {
    const kind = answer.kind.toUpperCase();
    if (answer.reason !== 'length') return t(answer.reason, { kind });
    return t(answer.has < answer.takes ? 'short' : 'long', { has: answer.has, kind, takes: answer.takes });
  };
}

export function DocumentFault({ id, answer }: { id?: string; answer: DocumentAnswer }) {
  const say = useDocumentFault();
  if (answer.ok) return null;
  return (
    <p id={id} className={cn(fieldAnswer(), 'px-2 py-1')} role="status">
      <Icon name="info" tone="warn" />
      <span>{say(answer)}</span>
    </p>
  );
}
