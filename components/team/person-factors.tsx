'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList, ListLine } from '#components/ui/list-line.tsx';
import { type Person, personFactorsOptions } from '#lib/team/queries.ts';
import { FactorState } from './person-deed.tsx';

/** The person's second factors, one line each, with the last use. */
export function PersonFactors({ person }: { person: Person }) {
  const t = useTranslations('team.proofs');
  const { id, secondFactor, state } = person;
  const has = secondFactor !== 'none' && state !== 'invited';
  const { data, error, refetch } = useQuery({ ...personFactorsOptions(id), enabled: has });
  return (
    <>
      <FactorState person={person} />
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {has && data && (
        <LineList>
          {data.keys.map(({ name, createdAt, lastUsedAt }) => (
            <ListLine key={createdAt} icon="finger" name={name} note={t('key')}>
              <LastUse at={lastUsedAt} />
            </ListLine>
          ))}
          {data.totp && (
            <ListLine
              icon="phone"
              name={t('app')}
              note={
                data.totp.confirmedAt !== null &&
                t.rich('since', {
                  at: () => <Instant at={data.totp?.confirmedAt ?? null} variant="minute" />,
                })
              }
            >
              <LastUse at={data.totp.lastUsedAt} />
            </ListLine>
          )}
          <ListLine icon="file" name={t('codes')} note={codesNote(data.recoveryCodes, t)}>
            {data.recoveryCodes.left <= 2 && <Icon name="triangle" tone="warn" />}
          </ListLine>
        </LineList>
      )}
    </>
  );
}

const codesNote = (
  codes: { made: number; left: number },
  t: ReturnType<typeof useTranslations<'team.proofs'>>,
) => (codes.made === 0 ? t('noCodes') : t('codesLeft', codes));

function LastUse({ at }: { at: string | null }) {
  const t = useTranslations('team.proofs');
  if (at === null) return t('neverUsed');
  return t.rich('used', { at: () => <Instant key="at" at={at} variant="minute" /> });
}
