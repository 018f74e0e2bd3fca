'use client';

import { useTranslations } from 'next-intl';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { DeliveryFacts } from '#lib/deliveries/queries.ts';
import { Code } from './delivery-payload.tsx';

type Received = NonNullable<DeliveryFacts['received']>;
const KINDS: Record<Received['signature'], StatusKind> = {
  holds: 'ok',
  old_secret: 'warn',
  wrong: 'danger',
  missing: 'warn',
};

/** Headers, exact attempt and signature: only where Guichê's own receiver got this delivery. */
export function DeliveryReceived({ facts: { received } }: { facts: DeliveryFacts }) {
  const t = useTranslations('deliveries.detail');
  return (
    <DetailPart title={t('received')}>
      {received === null ? (
        <p className="text-xs text-ink-3">{t('receivedNone')}</p>
      ) : (
        <>
          <dl className="facts mb-2">
            <dt>{t('receivedAt')}</dt>
            <dd>
              <Instant at={received.at} variant="full" />
            </dd>
            <dt>{t('signature')}</dt>
            <dd>
              <Status kind={KINDS[received.signature]} calm={received.signature === 'holds'}>
                {t(`signatures.${received.signature}`)}
              </Status>
            </dd>
            {received.attempt !== null && (
              <>
                <dt>{t('attemptHeader')}</dt>
                <dd>{received.attempt}</dd>
              </>
            )}
          </dl>
          <Code value={received.headers} label={t('headers')} none="" />
        </>
      )}
    </DetailPart>
  );
}
