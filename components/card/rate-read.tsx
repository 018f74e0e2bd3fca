'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { rateOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { Convert } from './convert-form.tsx';

/** The rate of one currency, and amounts of it in BRL. */
export function RateRead({ code }: { code: string }) {
  return (
    <>
      <Rate code={code} />
      <Convert key={code} code={code} />
    </>
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
