'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useToast } from '#components/ui/toast.tsx';

/** A link to a transaction's own page, to copy and to follow. */
export function PageTools({ id }: { id: string }) {
  const t = useTranslations('transactions.detail');
  const toast = useToast();
  const { account } = useSession();
  const page = `/${account.slug}/transactions/${encodeURIComponent(id)}`;
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(page, location.href).href);
    toast(t('linkCopied'));
  };
  return (
    <>
      <IconButton icon="link" label={t('copyLink')} onClick={copyLink} />
      <LinkButton href={page} icon="open" variant="quiet" size="sm" iconOnly={t('ownPage')} />
    </>
  );
}
