'use client';

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { DetailPart, type Fact, Facts } from '#components/ui/facts.tsx';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { Party } from '#lib/providers/records.ts';
import { useCan } from './session.tsx';

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

type PartyWords = (
  party: Told & Pick<Party, 'name' | 'document'>,
  named?: (name: string) => ReactNode,
) => ReactNode;

/** Name (as `named` draws it) and document of a party, its bank and account below; null where nothing is told. */
export function usePartyWords(): PartyWords {
  const placeOf = usePlaceWords();
  return ({ name, document, ...where }, named) => {
    const place = placeOf(where);
    if (name === null && document === null && place === '') return null;
    return (
      <>
        {name !== null && named ? named(name) : name}{' '}
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

/** Asks for personal data in clear, and hides it again; absent for roles that may not. */
export function RevealButton({ reveal: { allowed, shown, busy, toggle } }: { reveal: Reveal }) {
  const t = useTranslations('common.reveal');
  if (!allowed) return null;
  return (
    <Button icon="eye" size="sm" aria-pressed={shown} aria-busy={busy || undefined} onClick={toggle}>
      {t(shown ? 'hide' : 'show')}
    </Button>
  );
}

/** That the data is in clear now, or why it could not be read. */
export function Revealed({ reveal: { allowed, shown, error, toggle } }: { reveal: Reveal }) {
  const t = useTranslations('common.reveal');
  if (!allowed) return null;
  return (
    <>
      <p className={shown ? 'cap mt-2' : 'sr-only'} role="status">
        {shown && t('shown')}
      </p>
      {Boolean(error) && <ErrorCard error={error} onRetry={toggle} />}
    </>
  );
}

export type Reveal = {
  /** Roles without the permission see no button. */
  allowed: boolean;
  shown: boolean;
  busy: boolean;
  error: unknown;
  toggle: () => void;
};

/** Personal data in clear (`options` read it) only after it was asked for, which the audit log keeps. */
export function useReveal<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
): { reveal: Reveal; clear: T | undefined } {
  const allowed = useCan('reveal');
  const [asked, setAsked] = useState(false);
  const query = useQuery({ ...options, enabled: allowed && asked });
  const shown = asked && query.data !== undefined;
  const toggle = () => {
    if (asked && query.isError) void query.refetch();
    else setAsked(!asked);
  };
  const error = asked ? query.error : null;
  return {
    reveal: { allowed, shown, busy: asked && query.isFetching, error, toggle },
    clear: shown ? query.data : undefined,
  };
}
