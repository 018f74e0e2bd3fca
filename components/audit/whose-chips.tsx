'use client';

import { useTranslations } from 'next-intl';
import { OneChip } from '#components/list/filters/one-chip.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import type { AuditPage } from '#lib/trail/queries.ts';
import { NONE } from '#lib/trail/rules.ts';
import type { AuditFilterState } from './use-audit.ts';

type Props = { state: AuditFilterState; people: AuditPage['people'] };

/** One person and one account of those there are; Guichê itself and what is above all accounts among them. */
export function WhoseChips({ state: { filters, set }, people }: Props) {
  const t = useTranslations('audit');
  const { session } = useSession();
  const persons = people.map(({ id, name }) => ({ value: id, label: name }));
  const accounts = session.accounts.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <>
      <OneChip
        name="operator"
        value={filters.operator}
        options={[{ value: NONE, label: t('who.product') }, ...persons]}
        onChoose={(operator) => set({ operator })}
      />
      <OneChip
        name="account"
        value={filters.account}
        options={[{ value: NONE, label: t('allAccounts') }, ...accounts]}
        onChoose={(account) => set({ account })}
      />
    </>
  );
}
