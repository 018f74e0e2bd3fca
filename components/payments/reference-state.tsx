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
 * The hint below a typed reference: after blur it states whether Guichê already used the reference. It does
 * not block the form.
 */
export function useReferenceState(value: string) {
  const account = useSession().account.slug;
  const reference = clean('reference', value);
  const [blurredValue, setBlurredValue] = useState('');
  const isBlurred = reference !== '' && blurredValue === reference;
  const { data } = useQuery({ ...referenceOptions(account, reference), enabled: isBlurred });
  return {
    onBlur: () => setBlurredValue(reference),
    hint: <ReferenceState takenBy={isBlurred ? data?.takenBy : undefined} slug={account} />,
  };
}

type Props = { takenBy: string | null | undefined; slug: string };

/** One line, with its height reserved before the answer, so that buttons do not move under a press. */
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
