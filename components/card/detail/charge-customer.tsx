'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { useReveal } from '#components/shell/use-reveal.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
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
        {reveal.allowed && (
          <Button
            variant="quiet"
            size="sm"
            aria-pressed={reveal.shown}
            aria-busy={reveal.busy || undefined}
            onClick={reveal.toggle}
          >
            {t(reveal.shown ? 'hide' : 'reveal')}
          </Button>
        )}
      </h3>
      {reveal.error !== null && <ErrorCard error={reveal.error} onRetry={reveal.toggle} />}
      <dl className="facts">
        {name !== null && <Fact name={t('name')}>{name}</Fact>}
        {document !== null && <Fact name={t('document')}>{formatDocument(document)}</Fact>}
        {email !== null && <Fact name={t('email')}>{email}</Fact>}
        {phone !== null && <Fact name={t('phone')}>{phone}</Fact>}
      </dl>
    </section>
  );
}
