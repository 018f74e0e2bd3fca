'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { CallError } from '#lib/api/client.ts';
import { conversionOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl, parseTypedBrl } from '#lib/core/money.ts';

/** Converts a foreign currency amount to BRL at the provider. */
export function Convert({ code }: { code: string }) {
  const t = useTranslations('card.rates');
  const [typed, setTyped] = useState('');
  const [requestedCents, setRequestedCents] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const read = parseTypedBrl(typed);
  const cents = typeof read === 'number' && read > 0 ? read : null;
  return (
    <>
      <form
        className="mt-3 flex flex-wrap items-end gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (cents !== null) setRequestedCents(cents);
        }}
      >
        <div className="w-40">
          <PastedField
            paste="amount"
            label={t('amountIn', { code })}
            maxLength={16}
            value={typed}
            onChange={setTyped}
            error={tried && cents === null ? t('amountWrong') : null}
          />
        </div>
        <Button type="submit">{t('convert')}</Button>
      </form>
      {requestedCents !== null && <Converted code={code} amount={requestedCents} />}
    </>
  );
}

function Converted({ code, amount }: { code: string; amount: number }) {
  const t = useTranslations('card.rates');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(conversionOptions(account, code, amount));
  if (error instanceof CallError && ['not_supported', 'not_found'].includes(error.problem.code))
    return <p className="mt-2 text-ink-3">{t('noConversion')}</p>;
  if (error !== null) return <ReadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  // Document 3's amounts are cents; a fraction of a cent is shown as received.
  const brl = /^\d{1,15}$/.test(data.brl) ? formatBrl(Number(data.brl)) : data.brl;
  return (
    <p className="mt-2" role="status">
      <b className="tabular-nums">{brl}</b>{' '}
      <span className="text-ink-3">{t('asOf', { time: formatInstant(locale, data.asOf, 'time') })}</span>
    </p>
  );
}
