'use client';

import { useTranslations } from 'next-intl';

/** A fact's label; a fact without a translation is shown by its own name. */
export function useFactName(): (name: string) => string {
  const t = useTranslations('disputes.editor.facts');
  return (name) => (t.has(name as 'e2e') ? t(name as 'e2e') : name);
}
