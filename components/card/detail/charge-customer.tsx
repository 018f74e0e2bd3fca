'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { type CardCharge, revealCharge } from '#lib/card/queries.ts';
import { formatDocument } from '#lib/documents.ts';
import { Fact } from './charge-facts.tsx';

/** Who was charged, masked; in clear only while it is on screen, and every time is in the audit. */
export function ChargeCustomer({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.detail');
  const reveal = useReveal(charge.id);
  const { name, document, email, phone } = reveal.customer ?? charge.customer;
  if ([name, document, email, phone].every((value) => value === null)) return null;
  return (
    <section>
      <h3 className="flex items-center gap-2">
        {t('customer')}
        {reveal.allowed && (
          <Button
            variant="quiet"
            size="sm"
            aria-pressed={reveal.customer !== null}
            aria-busy={reveal.busy || undefined}
            onClick={reveal.toggle}
          >
            {t(reveal.customer === null ? 'reveal' : 'hide')}
          </Button>
        )}
      </h3>
      {reveal.error !== null && <ErrorCard error={reveal.error} />}
      <dl className="facts">
        {name !== null && <Fact name={t('name')}>{name}</Fact>}
        {document !== null && <Fact name={t('document')}>{formatDocument(document)}</Fact>}
        {email !== null && <Fact name={t('email')}>{email}</Fact>}
        {phone !== null && <Fact name={t('phone')}>{phone}</Fact>}
      </dl>
    </section>
  );
}

function useReveal(id: string) {
  const account = useSession().account.slug;
  const allowed = useCan('reveal');
  const [customer, setCustomer] = useState<CardCharge['customer'] | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const show = async () => {
    setBusy(true);
    setError(null);
    try {
      setCustomer((await revealCharge(account, id)).charge.customer);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const toggle = () => {
    if (customer !== null) setCustomer(null);
    else if (!busy) void show();
  };
  return { allowed, customer, busy, error, toggle };
}
