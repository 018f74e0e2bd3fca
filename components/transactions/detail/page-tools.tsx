'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LinkTools } from '#components/list/record-tools.tsx';

/** A link to a transaction's own page, to copy and to follow. */
export function PageTools({ id }: { id: string }) {
  const label = useTranslations('transactions.detail')('ownPage');
  const account = useSession().account.slug;
  const href = `/${account}/transactions/${encodeURIComponent(id)}`;
  return <LinkTools of="transactions.detail" page={{ href, label }} />;
}
