'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { requestedByReferenceOptions } from '#lib/operations/queries.ts';
import { compareCallback } from '#lib/payments/callback.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { MONEY_KINDS } from '#lib/payments/rules.ts';
import { addressSeenOptions } from '#lib/webhooks/url-rules.ts';

type CallbackPayment = Pick<Payment, 'callbackUrl'>;

type Props = {
  asked: unknown;
  payment: CallbackPayment | null;
  /** True where the returned address is already shown next to it. */
  urlShown?: boolean;
};

/** Whether the provider stored the callback URL of the request, and whether it is reachable. */
export function CallbackOutcome({ asked, payment, urlShown = false }: Props) {
  const t = useTranslations('payments.callback');
  if (payment === null || typeof asked !== 'string') return null;
  const came = compareCallback(asked, payment.callbackUrl) ?? 'kept';
  const url = payment.callbackUrl ?? '';
  return (
    <>
      {came === 'kept' && !urlShown && <p className="text-xs break-all text-ink-3">{t('kept', { url })}</p>}
      {came !== 'kept' && (
        <Callout tone="warn" title={t(came)}>
          <span className="break-all">{t(`${came}Words`, { asked, url })}</span>
        </Callout>
      )}
      {url !== '' && <Unseen url={url} />}
    </>
  );
}

/** The same for later reads: the requested URL comes from the operation with the payment's reference. */
export function CallbackAsked({ payment }: { payment: CallbackPayment & Pick<Payment, 'clientReference'> }) {
  const account = useSession().account.slug;
  const { clientReference } = payment;
  const { data } = useQuery({
    ...requestedByReferenceOptions(account, MONEY_KINDS, clientReference ?? ''),
    enabled: clientReference !== null,
  });
  return <CallbackOutcome asked={data?.items[0]?.intent.callbackUrl} payment={payment} urlShown />;
}

function Unseen({ url }: { url: string }) {
  const t = useTranslations('payments.fields');
  const { data } = useQuery(addressSeenOptions(useSession().account.slug, url));
  return data?.seen === false ? <p className="text-xs text-warn-ink">{t('callbackUnseen')}</p> : null;
}
