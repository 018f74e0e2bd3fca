'use client';

import { useTranslations } from 'next-intl';
import { RevealButton, Revealed } from '#components/shell/reveal-button.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useReveal } from '#components/shell/use-reveal.ts';
import { type CardCharge, revealedChargeOptions } from '#lib/card/queries.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { Fact } from './charge-facts.tsx';

/** Who was charged, masked; in clear only while it is on screen, and every time is in the audit. */
export function ChargeCustomer({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.detail');
  const { reveal, clear } = useReveal(revealedChargeOptions(useSession().account.slug, charge.id));
  const { name, document, email, phone } = (clear?.charge ?? charge).customer;
  if ([name, document, email, phone].every((value) => value === null)) return null;
  return (
    <section>
      <h3 className="flex items-center gap-2">
        {t('customer')}
        <RevealButton reveal={reveal} />
      </h3>
      <Revealed reveal={reveal} />
      <dl className="facts">
        {name !== null && <Fact name={t('name')}>{name}</Fact>}
        {document !== null && <Fact name={t('document')}>{formatDocument(document)}</Fact>}
        {email !== null && <Fact name={t('email')}>{email}</Fact>}
        {phone !== null && <Fact name={t('phone')}>{phone}</Fact>}
      </dl>
    </section>
  );
}
