'use client';

import { useTranslations } from 'next-intl';
import { LinkTools } from '#components/list/record-tools.tsx';
import { useSession } from '#components/shell/session-context.tsx';

/** A link to a transaction's own page, to copy and to follow. */
export function PageTools({ id }: { id: string }) {
  const label = useTranslations('transactions.detail')('ownPage');
  const account = useSession().account.slug;
  const href = `/${account}/transactions/${encodeURIComponent(id)}`;
  return <LinkTools of="transactions.detail" page={{ href, label }} />;
}
