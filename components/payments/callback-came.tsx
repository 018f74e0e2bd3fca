'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { askedByReferenceOptions } from '#lib/operations/queries.ts';
import { callbackCame } from '#lib/payments/callback.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { MONEY_KINDS } from '#lib/payments/rules.ts';
import { addressSeenOptions } from '#lib/webhooks/url-rules.ts';

type Kept = Pick<Payment, 'callbackUrl'>;

type Props = {
  asked: unknown;
  payment: Kept | null;
  /** True when the address that came back is shown beside it already. */
  beside?: boolean;
};

/** Tells if the provider took the address that the request named, and whether it could call it. */
export function CallbackCame({ asked, payment, beside = false }: Props) {
  const t = useTranslations('payments.callback');
  if (payment === null || typeof asked !== 'string') return null;
  const came = callbackCame(asked, payment.callbackUrl) ?? 'kept';
  const url = payment.callbackUrl ?? '';
  return (
    <>
      {came === 'kept' && !beside && <p className="text-xs break-all text-ink-3">{t('kept', { url })}</p>}
      {came !== 'kept' && (
        <Callout tone="warn" title={t(came)}>
          <span className="break-all">{t(`${came}Words`, { asked, url })}</span>
        </Callout>
      )}
      {url !== '' && <Unseen url={url} />}
    </>
  );
}

/** The same on any later read: what was asked for stands in the operation of its reference. */
export function CallbackAsked({ payment }: { payment: Kept & Pick<Payment, 'clientReference'> }) {
  const account = useSession().account.slug;
  const { clientReference } = payment;
  const { data } = useQuery({
    ...askedByReferenceOptions(account, MONEY_KINDS, clientReference ?? ''),
    enabled: clientReference !== null,
  });
  return <CallbackCame asked={data?.items[0]?.intent.callbackUrl} payment={payment} beside />;
}

function Unseen({ url }: { url: string }) {
  const t = useTranslations('payments.fields');
  const { data } = useQuery(addressSeenOptions(useSession().account.slug, url));
  return data?.seen === false ? <p className="text-xs text-warn-ink">{t('callbackUnseen')}</p> : null;
}
