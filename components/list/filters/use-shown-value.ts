'use client';

import { useTranslations } from 'next-intl';
import { shortId } from '#components/ui/short-id.ts';
import { formatBrl } from '#lib/money.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { boundsOf, type Field, typedOf, type Values } from './typed.ts';
import type { FilterState } from './use-list-filters.ts';

/** Gives a filter's label, the same in every list. */
export function useFilterName(): (name: string) => string {
  const t = useTranslations('list.filters.name');
  return (name) => t(name as 'status');
}

/** A filter's value as people write it; `all`: every word of it. */
export function useShownValue({
  filters,
  stored,
  say,
}: FilterState): (field: Field, all?: boolean) => string {
  const t = useTranslations('list.filters');
  const amount = useAmountLabels();
  return (field, all = false) => {
    if (field.kind === 'amount') return amount(filters);
    if (field.kind !== 'words') {
      const text = typedOf(field, filters, stored);
      if (field.name === 'document') return formatDocument(text);
      return field.form === 'plain' ? text : shortId(text);
    }
    const chosen = [filters[field.name] ?? []].flat().map((word) => say(field.name, String(word)));
    const [first = '', ...more] = chosen;
    if (all) return chosen.join(', ');
    return more.length === 0 ? first : t('many', { first, more: more.length });
  };
}

/** 'R$ 30,00', 'de R$ 500,00', 'R$ 10,00 a R$ 20,00'. */
function useAmountLabels(): (filters: Values) => string {
  const t = useTranslations('list.filters');
  return (filters) => {
    const { from, to } = boundsOf(filters);
    if (from === to) return formatBrl(from ?? 0);
    if (from === null) return t('upTo', { amount: formatBrl(to ?? 0) });
    if (to === null) return t('atLeast', { amount: formatBrl(from) });
    return t('between', { from: formatBrl(from), to: formatBrl(to) });
  };
}
