'use client';

import { useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
import { otherFacts } from '#components/ui/provider-answer.tsx';
import { Status } from '#components/ui/status.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { hasOpenChargeback } from '#lib/card/rules.ts';

/** Chargebacks with whatever the provider says of them, and every field that this product does not know. */
export function ChargeMore({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.detail');
  const { chargebacks, other, postbackUrl } = charge;
  const told = Object.entries(other).filter(([, value]) => value !== null && value !== '');
  const rest = otherFacts(Object.fromEntries(told));
  return (
    <>
      {chargebacks.length > 0 && (
        <section>
          <h3>{t('chargebacks')}</h3>
          <ul className="grid gap-2">
            {chargebacks.map(({ status, other: more }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the provider names no id for certain.
              <li key={place} className="grid gap-1">
                <Status kind="dispute">{status ?? t('chargebackNone')}</Status>
                <Facts of={otherFacts(more)} />
              </li>
            ))}
          </ul>
          {hasOpenChargeback(charge) && <p className="mt-1 text-xs text-ink-3">{t('chargebackTodo')}</p>}
        </section>
      )}
      {(rest.length > 0 || postbackUrl !== null) && (
        <section>
          <h3>{t('other')}</h3>
          <Facts of={[{ label: t('postbackUrl'), mono: postbackUrl }, ...rest]} />
        </section>
      )}
    </>
  );
}
