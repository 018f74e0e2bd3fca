'use client';

import { useTranslations } from 'next-intl';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { JsonWell } from '#components/ui/provider-answer.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { DeliveryFacts } from '#lib/deliveries/queries.ts';

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
          <Facts
            className="mb-2"
            of={[
              { label: t('receivedAt'), at: received.at, variant: 'full' },
              {
                label: t('signature'),
                value: (
                  <Status kind={KINDS[received.signature]} calm={received.signature === 'holds'}>
                    {t(`signatures.${received.signature}`)}
                  </Status>
                ),
              },
              { label: t('attemptHeader'), value: received.attempt },
            ]}
          />
          <JsonWell value={received.headers} label={t('headers')} none="" />
        </>
      )}
    </DetailPart>
  );
}
