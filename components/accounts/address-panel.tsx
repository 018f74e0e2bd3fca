'use client';

import { useTranslations } from 'next-intl';
import { CopyId } from '#components/ui/copy-id.tsx';
import { IpRules } from '#components/ui/ip-rules.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Connection } from '#lib/connections/queries.ts';

/** Addresses that services saw Guichê come from: they tell one only when they refuse it, and until then none is known. */
export function AddressPanel({ items }: { items: readonly Connection[] }) {
  const t = useTranslations('accounts.address');
  const seen = [...new Set(items.flatMap(({ health: { sourceIp } }) => sourceIp ?? []))];
  if (seen.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <p>{t('words', { count: seen.length })}</p>
      <p className="flex flex-wrap gap-3">
        {seen.map((address) => (
          <CopyId key={address} value={address} whole />
        ))}
      </p>
      <IpRules code={null} />
    </Panel>
  );
}
