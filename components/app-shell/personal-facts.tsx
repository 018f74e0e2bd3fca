'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { formatDocument } from '#lib/pix/documents.ts';
import type { Party } from '#lib/providers/records.ts';
import { RevealButton, Revealed } from './reveal-button.tsx';
import type { Reveal } from './use-reveal.ts';

type Props = { title: string; of: readonly Fact[]; reveal: Reveal; className?: string; children?: ReactNode };

/** Somebody's data, masked until the operator asks for it in clear. */
export function PersonalFacts({ title, of, reveal, className = '', children }: Props) {
  return (
    <DetailPart title={title} action={<RevealButton reveal={reveal} />}>
      <Facts of={of} className={className} />
      {children}
      <Revealed reveal={reveal} />
    </DetailPart>
  );
}

type Told = Partial<Pick<Party, 'institutionName' | 'institutionIspb' | 'accountNumber'>>;

/** Bank and account of a party; empty where neither is told. */
export function usePlaceWords(): (party: Told) => string {
  const t = useTranslations('common.party');
  return ({ institutionName, institutionIspb: ispb, accountNumber }) =>
    [
      institutionName ?? (ispb && t('ispb', { number: ispb })),
      accountNumber && t('account', { number: accountNumber }),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** Name and document of a party, its bank and account below; null where nothing is told. */
export function usePartyWords(): (party: Told & Pick<Party, 'name' | 'document'>) => ReactNode {
  const placeOf = usePlaceWords();
  return ({ name, document, ...where }) => {
    const place = placeOf(where);
    if (name === null && document === null && place === '') return null;
    return (
      <>
        {name}{' '}
        {document !== null && (
          <span className="whitespace-nowrap text-ink-3">{formatDocument(document)}</span>
        )}
        {place !== '' && (
          <span className="block text-ink-3" title={where.institutionIspb ?? undefined}>
            {place}
          </span>
        )}
      </>
    );
  };
}
