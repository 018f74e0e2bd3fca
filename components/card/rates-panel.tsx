'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { EmptyState, Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { CallError } from '#lib/api/client.ts';
import { conversionOptions, rateOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl, parseTypedBrl } from '#lib/core/money.ts';

const USUAL = ['USD', 'EUR', 'GBP'];

/** The BRL price of one unit of a currency, loaded on request, and a converter of amounts. */
export function RatesPanel() {
  const t = useTranslations('card');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const wanted = typed.trim().toUpperCase();
  const codeError =
    wanted === 'BRL' ? 'currency_brl' : /^[A-Z]{3}$/.test(wanted) ? null : ('currency_code' as const);
  const read = (next: string) => {
    setTyped(next);
    setTried(false);
    setCode(next);
  };
  return (
    <Panel title={t('rates.title')} note={t('rates.note')}>
      <form
        className="flex flex-wrap items-end gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (codeError === null) read(wanted);
        }}
      >
        <div className="w-40">
          <PlainField
            label={t('rates.code')}
            rule={t('rates.codeRule')}
            maxLength={3}
            mono
            value={typed}
            onChange={(next) => setTyped(next.toUpperCase())}
            error={tried && codeError !== null ? t(`errors.${codeError}`) : null}
          />
        </div>
        <Button type="submit">{t('rates.read')}</Button>
        {USUAL.map((one) => (
          <Button key={one} variant="quiet" onClick={() => read(one)}>
            {one}
          </Button>
        ))}
      </form>
      {code !== null && (
        <>
          <Rate code={code} />
          <Convert key={code} code={code} />
        </>
      )}
    </Panel>
  );
}

/** Decimals are shown as received. */
function Rate({ code }: { code: string }) {
  const t = useTranslations('card.rates');
  const locale = useLocale() as Locale;
  const read = useQuery(rateOptions(useSession().account.slug, code));
  const price = (text: string | null) => (
    <span className="tabular-nums">
      R$&nbsp;{text === null ? '–' : locale === 'pt-BR' ? text.replace('.', ',') : text}
    </span>
  );
  return (
    <RecordBody
      read={read}
      absent={<EmptyState title={t('notFound', { code })}>{t('notFoundHint')}</EmptyState>}
    >
      {(data) => (
        <div aria-live="polite">
          <Facts
            className="mt-2"
            of={[
              { label: `${t('bid')} ${data.code}`, value: price(data.bid) },
              { label: `${t('ask')} ${data.code}`, value: <At at={data.asOf}>{price(data.ask)}</At> },
            ]}
          />
        </div>
      )}
    </RecordBody>
  );
}

function At({ at, children }: { at: string; children: ReactNode }) {
  const t = useTranslations('card.rates');
  const locale = useLocale() as Locale;
  return (
    <>
      {children} <span className="text-ink-3">{t('asOf', { time: formatInstant(locale, at, 'time') })}</span>
    </>
  );
}

function Convert({ code }: { code: string }) {
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
  const { data, error, refetch } = useQuery(conversionOptions(useSession().account.slug, code, amount));
  if (error instanceof CallError && ['not_supported', 'not_found'].includes(error.problem.code))
    return <p className="mt-2 text-ink-3">{t('noConversion')}</p>;
  if (error !== null) return <ReadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  // Document 3's amounts are cents; a fraction of a cent is shown as received.
  const brl = /^\d{1,15}$/.test(data.brl) ? formatBrl(Number(data.brl)) : data.brl;
  return (
    <p className="mt-2" role="status">
      <At at={data.asOf}>
        <b className="tabular-nums">{brl}</b>
      </At>
    </p>
  );
}
