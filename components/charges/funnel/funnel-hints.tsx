'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { formatBrl } from '#lib/money.ts';
import type { ChargeFunnel } from '#lib/payments/funnel.ts';
import { type FunnelChoices, lateMoney, lossyTerm } from '#lib/payments/funnel-choices.ts';
import { useTermLabels } from './funnel-chips.tsx';
import { useShare } from './use-share.ts';

/** A term in which clearly more expire than in the longer ones; nothing where the charges tell no term. */
export function LossyTerm({ choices, expired }: { choices: FunnelChoices; expired: number }) {
  const t = useTranslations('payments.funnel.lossy');
  const words = useTermLabels();
  const share = useShare();
  const found = lossyTerm(choices);
  if (found === null) return null;
  const { longer } = found;
  const term = words(found.minutes);
  return (
    <Callout title={t('title', { term, count: found.expired, all: Math.max(expired, found.expired) })}>
      {t('words', {
        ...{ term, share: share(found.expired, found.ended), ended: found.ended },
        ...{ longer: share(longer.expired, longer.ended), others: longer.ended },
      })}
    </Callout>
  );
}

/** Money on charges that had ended. */
export function LateMoney({ funnel }: { funnel: ChargeFunnel }) {
  const t = useTranslations('payments.funnel.late');
  const late = lateMoney(funnel);
  if (late === null) return null;
  return (
    <Callout tone="warn" title={t('title', { count: late.count, amount: formatBrl(late.sum) })}>
      {t('words')}
    </Callout>
  );
}
