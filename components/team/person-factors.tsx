'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { IconName } from '#components/ui/icon-shapes.ts';
import { Instant } from '#components/ui/instant.tsx';
import { type Person, personFactorsOptions } from '#lib/team/queries.ts';
import { FactorState } from './factor-state.tsx';

/** Second factors of this person, one line each, with the last use; one that is missing has no line. */
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
        <ul className="line-list">
          {data.keys.map(({ name, createdAt, lastUsedAt }) => (
            <Line key={createdAt} icon="finger" name={name} note={t('key')}>
              <LastUse at={lastUsedAt} />
            </Line>
          ))}
          {data.totp && (
            <Line
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
            </Line>
          )}
          <Line icon="file" name={t('codes')} note={codesNote(data.recoveryCodes, t)}>
            {data.recoveryCodes.left <= 2 && <Icon name="triangle" tone="warn" />}
          </Line>
        </ul>
      )}
    </>
  );
}

const codesNote = (
  codes: { made: number; left: number },
  t: ReturnType<typeof useTranslations<'team.proofs'>>,
) => (codes.made === 0 ? t('noCodes') : t('codesLeft', codes));

type LineProps = { icon: IconName; name: string; note: ReactNode; children: ReactNode };

function Line({ icon, name, note, children }: LineProps) {
  return (
    <li>
      <Icon name={icon} tone="idle" />
      <div className="min-w-0 flex-1 basis-40">
        <div className="break-words text-ink">{name}</div>
        <div className="text-xs text-ink-3">{note}</div>
      </div>
      <div className="ml-auto text-xs text-ink-3">{children}</div>
    </li>
  );
}

function LastUse({ at }: { at: string | null }) {
  const t = useTranslations('team.proofs');
  if (at === null) return t('neverUsed');
  return t.rich('used', { at: () => <Instant key="at" at={at} variant="minute" /> });
}
