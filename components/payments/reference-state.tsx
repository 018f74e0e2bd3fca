'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Link } from '#components/ui/link.tsx';
import { referenceOptions } from '#lib/operations/queries.ts';

/** Another operation of this account has the reference: the service would refuse it, or take it for that one. */
export function TakenReference({ by, slug }: { by: string; slug: string }) {
  const t = useTranslations('operations.approval');
  return (
    <span className="text-danger-ink">
      {t.rich('referenceTaken', {
        link: (words) => <Link href={`/${slug}/operations/${by}`}>{words}</Link>,
      })}
    </span>
  );
}

/** Line under a typed reference once its field was left: free or taken among what Guichê asked for. It holds nothing up. */
export function useReferenceState(value: string) {
  const t = useTranslations('payments.fields');
  const account = useSession().account.slug;
  const reference = value.trim();
  const [left, setLeft] = useState('');
  const asked = reference !== '' && left === reference;
  const { data } = useQuery({ ...referenceOptions(account, reference), enabled: asked });
  const taken = data?.takenBy ?? null;
  const words =
    taken === null ? <span>{t('referenceFree')}</span> : <TakenReference by={taken} slug={account} />;
  return {
    onBlur: () => setLeft(reference),
    hint: asked && data !== undefined && (
      <>
        <Icon name={taken === null ? 'check' : 'triangle'} tone={taken === null ? 'ok' : 'warn'} />
        {words}
      </>
    ),
  };
}
