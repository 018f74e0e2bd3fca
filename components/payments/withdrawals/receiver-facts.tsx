'use client';

import { useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
import type { Receiver } from '#lib/payments/withdrawal-form.ts';

/** The receiver in the last look: name, document, institution, key. */
export function ReceiverFacts({ receiver, sentTo }: { receiver: Receiver | null; sentTo: string }) {
  const t = useTranslations('payments.holder');
  const holder = receiver?.holder?.holder ?? receiver?.code?.holder ?? undefined;
  const code = receiver?.code?.code;
  const name = holder?.name ?? code?.name ?? t('noName');
  return (
    <Facts
      of={[
        { label: t('to'), value: <b>{name}</b> },
        { label: t('document'), document: holder?.document ?? code?.document },
        { label: t('institution'), value: holder?.institutionName ?? holder?.institutionIspb },
        { label: t(receiver?.code ? 'code' : 'key'), mono: sentTo },
      ]}
    />
  );
}
