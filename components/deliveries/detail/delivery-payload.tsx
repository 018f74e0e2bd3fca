'use client';

import { useTranslations } from 'next-intl';
import { type Reveal, RevealButton, Revealed } from '#components/app-shell/reveal.tsx';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { isEmpty, JsonWell } from '#components/ui/provider-answer.tsx';
import type { DeliveryFacts } from '#lib/deliveries/queries.ts';

type Props = { facts: DeliveryFacts; reveal: Reveal };

/** Answer and request of a delivery, masked until the operator asks for them in clear. */
export function DeliveryPayload({ facts, reveal }: Props) {
  const t = useTranslations('deliveries.detail');
  return (
    <>
      <DetailPart title={t('answer')}>
        <JsonWell value={facts.responseBody} label={t('answer')} none={t('answerNone')} />
        {!isEmpty(facts.responseHeaders) && (
          <div className="mt-2 grid gap-1">
            <h4 className="cap">{t('answerHeaders')}</h4>
            <JsonWell value={facts.responseHeaders} label={t('answerHeaders')} none="" />
          </div>
        )}
      </DetailPart>
      <DetailPart title={t('body')} action={<RevealButton reveal={reveal} />}>
        <Revealed reveal={reveal} />
        <JsonWell value={facts.body} label={t('body')} none={t('bodyNone')} />
      </DetailPart>
    </>
  );
}
