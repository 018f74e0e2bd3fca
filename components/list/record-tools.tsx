'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { IconButton, LinkButton } from '#components/ui/button.tsx';
import { useToast } from '#components/ui/toast.tsx';

/** Message namespace: nouns have different genders in Portuguese, so each list has its own texts. */
type Of = 'statement.detail' | 'transactions.detail' | 'deliveries.detail' | 'audit.drawer';
type StepProps = {
  of: Of;
  at: number;
  rowAt: (index: number) => { id: string } | undefined;
  onOpen: (id: string) => void;
};

/** Buttons from the open record to the previous and next one of the list. */
export function StepTools({ of, at, rowAt, onOpen }: StepProps) {
  const t = useTranslations(of);
  const { singleKeys } = useSession().session.preferences;
  const step = (by: -1 | 1) => {
    const row = at < 0 ? undefined : rowAt(at + by);
    return {
      disabled: row === undefined,
      onClick: () => row && onOpen(row.id),
      ...(singleKeys ? { shortcut: by < 0 ? 'k' : 'j' } : {}),
    };
  };
  return (
    <>
      <IconButton icon="up" label={t('previous')} {...step(-1)} />
      <IconButton icon="down" label={t('next')} {...step(1)} />
    </>
  );
}

/**
 * Copies the link to a record; `page`: also links to the record's own page. Without `page` the current URL is
 * copied.
 */
export function LinkTools({ of, page }: { of: Of; page?: { href: string; label: string } }) {
  const t = useTranslations(of);
  const toast = useToast();
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(page?.href ?? location.href, location.href).href);
    toast(t('linkCopied'));
  };
  return (
    <>
      <IconButton icon="link" label={t('copyLink')} onClick={() => void copyLink()} />
      {page && <LinkButton href={page.href} icon="open" variant="quiet" size="sm" iconOnly={page.label} />}
    </>
  );
}
