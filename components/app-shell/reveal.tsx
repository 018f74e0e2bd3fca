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

/** A person's data, masked until the operator reveals it. */
export function PersonalFacts({ title, of, reveal, className = '', children }: Props) {
  return (
    <DetailPart title={title} action={<RevealButton reveal={reveal} />}>
      <Facts of={of} className={className} />
      {children}
      <Revealed reveal={reveal} />
    </DetailPart>
  );
}

type PartyPlace = Partial<Pick<Party, 'institutionName' | 'institutionIspb' | 'accountNumber'>>;

/** Formats the bank and account of a party; empty where both are unknown. */
export function usePlaceLabels(): (party: PartyPlace) => string {
  const t = useTranslations('common.party');
  return ({ institutionName, institutionIspb: ispb, accountNumber }) =>
    [
      institutionName ?? (ispb && t('ispb', { number: ispb })),
      accountNumber && t('account', { number: accountNumber }),
    ]
      .filter(Boolean)
      .join(' · ');
}

type RenderParty = (
  party: PartyPlace & Pick<Party, 'name' | 'document'>,
  named?: (name: string) => ReactNode,
) => ReactNode;

/** Renders a party's name (with `named`), document, bank and account; null where all are unknown. */
export function usePartyLabels(): RenderParty {
  const placeOf = usePlaceLabels();
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

/** Reveals personal data and hides it again; absent for roles that may not. */
export function RevealButton({ reveal: { allowed, shown, busy, toggle } }: { reveal: Reveal }) {
  const t = useTranslations('common.reveal');
  if (!allowed) return null;
  return (
    <Button icon="eye" size="sm" aria-pressed={shown} aria-busy={busy || undefined} onClick={toggle}>
      {t(shown ? 'hide' : 'show')}
    </Button>
  );
}

/** States that the data is revealed, or why it could not be read. */
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

/** Reads personal data in clear (with `options`) only on request; the audit log records it. */
export function useReveal<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
): { reveal: Reveal; clear: T | undefined } {
  const allowed = useCan('reveal');
  const [requested, setRequested] = useState(false);
  const query = useQuery({ ...options, enabled: allowed && requested });
  const shown = requested && query.data !== undefined;
  const toggle = () => {
    if (requested && query.isError) void query.refetch();
    else setRequested(!requested);
  };
  const error = requested ? query.error : null;
  return {
    reveal: { allowed, shown, busy: requested && query.isFetching, error, toggle },
    clear: shown ? query.data : undefined,
  };
}
