'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { clean } from '#lib/core/clean.ts';
import { referenceOptions } from '#lib/operations/queries.ts';

/**
 * Line under a typed reference: once its field was left, free or taken among what Guichê asked for. It holds nothing up.
 */
export function useReferenceState(value: string) {
  const account = useSession().account.slug;
  const reference = clean('reference', value);
  const [left, setLeft] = useState('');
  const asked = reference !== '' && left === reference;
  const { data } = useQuery({ ...referenceOptions(account, reference), enabled: asked });
  return {
    onBlur: () => setLeft(reference),
    hint: <ReferenceState takenBy={asked ? data?.takenBy : undefined} slug={account} />,
  };
}

type Props = { takenBy: string | null | undefined; slug: string };

/** One line, and its room before it is known: the button that took the focus must not move from under the press. */
export function ReferenceState({ takenBy, slug }: Props) {
  const t = useTranslations('payments.fields');
  if (takenBy === undefined) return <span aria-hidden="true">{'\u00a0'}</span>;
  if (takenBy === null)
    return (
      <>
        <Icon name="check" tone="ok" />
        <span className="truncate">{t('referenceFree')}</span>
      </>
    );
  return (
    <>
      <Icon name="triangle" tone="warn" />
      <span className="truncate text-danger-ink">
        {t.rich('referenceTaken', {
          link: (words) => <Link href={`/${slug}/operations/${takenBy}`}>{words}</Link>,
        })}
      </span>
    </>
  );
}
