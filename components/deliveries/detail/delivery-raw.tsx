'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailPart } from '#components/ui/detail-part.tsx';
import type { DeliveryFacts } from '#lib/deliveries/queries.ts';
import { Code } from './delivery-payload.tsx';

/** Fields the product does not know, and the provider's answer as it came. */
export function DeliveryRaw({ facts }: { facts: DeliveryFacts }) {
  const t = useTranslations('deliveries.detail');
  const [open, setOpen] = useState(false);
  const other = Object.entries(facts.other);
  return (
    <>
      {other.length > 0 && (
        <DetailPart title={t('other')} note={t('otherNote')}>
          <Code value={facts.other} label={t('other')} none="" />
        </DetailPart>
      )}
      <section>
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="text-xs font-semibold text-ink">{t('raw')}</summary>
          {open && (
            <div className="mt-2">
              <Code value={facts.raw} label={t('raw')} none="" />
            </div>
          )}
        </details>
      </section>
    </>
  );
}
