'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { customerPath } from '#lib/customers/queries.ts';

type Props = {
  /** The record that identifies the person; the page has that document at most masked. */
  of: { transactionId: string } | { disputeId: string };
  /** The displayed document; without one the person has no page. */
  document: string | null;
  children: ReactNode;
};

/** Links a name to the person's page, for roles that may search for people; plain text for others. */
export function CustomerLink({ of, document, children }: Props) {
  const t = useTranslations('common.customer');
  const router = useRouter();
  const account = useSession().account.slug;
  const may = useCan('reveal');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /customers/filters', { account, body: of }),
    // Without a connection it fails at once, instead of navigating later.
    networkMode: 'always',
    onSuccess: ({ f }) => router.push(customerPath(account, f)),
  });
  if (!may || document === null || !children) return children;
  const masked =
    error instanceof CallError && error.problem.fields?.some(({ message }) => message === 'no_document');
  return (
    <>
      <TextButton
        className="text-left whitespace-normal"
        title={t('open')}
        aria-busy={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {children}
      </TextButton>
      {masked && (
        <span className="block text-xs text-ink-3" role="status">
          {t('noDocument')}
        </span>
      )}
      {error !== null && !masked && <ErrorCard error={error} />}
    </>
  );
}
