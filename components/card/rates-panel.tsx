'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { RecordBody } from '#components/list/record-body.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { rateOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { Convert } from './convert-form.tsx';

const USUAL = ['USD', 'EUR', 'GBP'];

/** Price of one unit of a currency in BRL, read when the operator asks for it; the decimals as they came. */
export function RatesPanel() {
  const t = useTranslations('card');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const wanted = typed.trim().toUpperCase();
  const fault =
    wanted === 'BRL' ? 'currency_brl' : /^[A-Z]{3}$/.test(wanted) ? null : ('currency_code' as const);
  const read = (next: string) => {
    setTyped(next);
    setTried(false);
    setCode(next);
  };
  return (
    <Panel title={t('rates.title')} note={t('rates.note')}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (fault === null) read(wanted);
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-40">
            <PlainField
              label={t('rates.code')}
              rule={t('rates.codeRule')}
              maxLength={3}
              mono
              value={typed}
              onChange={(next) => setTyped(next.toUpperCase())}
              error={tried && fault !== null ? t(`faults.${fault}`) : null}
            />
          </div>
          <Button type="submit">{t('rates.read')}</Button>
          {USUAL.map((one) => (
            <Button key={one} variant="quiet" onClick={() => read(one)}>
              {one}
            </Button>
          ))}
        </div>
      </form>
      {code !== null && <Rate code={code} />}
      {code !== null && <Convert key={code} code={code} />}
    </Panel>
  );
}

function Rate({ code }: { code: string }) {
  const t = useTranslations('card.rates');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const read = useQuery(rateOptions(account, code));
  const asWritten = (text: string | null) =>
    text === null ? '–' : locale === 'pt-BR' ? text.replace('.', ',') : text;
  return (
    <RecordBody
      read={read}
      absent={<EmptyState title={t('notFound', { code })}>{t('notFoundTodo')}</EmptyState>}
    >
      {(data) => (
        <div aria-live="polite">
          <Facts
            className="mt-2"
            of={[
              {
                label: `${t('bid')} ${data.code}`,
                value: <span className="tabular-nums">R$&nbsp;{asWritten(data.bid)}</span>,
              },
              {
                label: `${t('ask')} ${data.code}`,
                value: (
                  <>
                    <span className="tabular-nums">R$&nbsp;{asWritten(data.ask)}</span>{' '}
                    <span className="text-ink-3">
                      {t('asOf', { time: formatInstant(locale, data.asOf, 'time') })}
                    </span>
                  </>
                ),
              },
            ]}
          />
        </div>
      )}
    </RecordBody>
  );
}
