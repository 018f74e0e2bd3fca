'use client';

import { useTranslations } from 'next-intl';

/** Gives a fact's label; a fact that only the server knows keeps its own name. */
export function useFactName(): (name: string) => string {
  const t = useTranslations('disputes.editor.facts');
  return (name) => (t.has(name as 'e2e') ? t(name as 'e2e') : name);
}
