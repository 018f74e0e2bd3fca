'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEventWords } from '#components/resends/use-words.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { DeliveryColumn } from '#lib/deliveries/deliveries.list.ts';
import type { Row } from '#lib/deliveries/rows.ts';
import { hostWords, OUTCOME_KINDS } from './outcome.ts';

/** What a delivery is called: by the merchant's own name for its transaction. */
export const nameOf = ({
  clientReference,
  transactionId,
  id,
}: Pick<Row, 'clientReference' | 'transactionId' | 'id'>) => clientReference ?? transactionId ?? id;

/** What a row says in one column. */
export function DeliveryCell({ row, column }: { row: Row; column: string }) {
  const t = useTranslations('deliveries.table');
  const event = useEventWords();
  switch (column as DeliveryColumn) {
    case 'time':
      return <Time at={row.at} />;
    case 'answer':
      return <Answer row={row} />;
    case 'event':
      return <span title={row.event ?? undefined}>{event(row.event)}</span>;
    case 'reference':
      return <Reference row={row} />;
    case 'endpoint':
      return <span title={row.url ?? undefined}>{hostWords(row.url) ?? '–'}</span>;
    case 'transaction':
      return (
        <span className="mono" title={row.transactionId ?? undefined}>
          {row.transactionId === null ? '–' : shortId(row.transactionId)}
        </span>
      );
    case 'attempt':
      return row.attempt === null ? '–' : t('attemptWords', { attempt: row.attempt });
    case 'duration':
      return row.responseTimeMs === null ? '–' : t('ms', { ms: Math.round(row.responseTimeMs) });
    case 'amount':
      return <Money cents={row.amount} />;
  }
}

function Time({ at }: { at: number | null }) {
  const locale = useLocale() as Locale;
  if (at === null) return <span className="text-ink-3">–</span>;
  return <span title={withOffset(at)}>{formatInstant(locale, at, 'time')}</span>;
}

function Answer({ row: { status, outcome } }: { row: Row }) {
  const t = useTranslations('deliveries');
  return (
    <span title={t(`outcome.${outcome}`)}>
      <Status kind={OUTCOME_KINDS[outcome]} calm={outcome !== 'failed'}>
        {status ?? t('table.noAnswer')}
        <span className="sr-only">, {t(`outcome.${outcome}`)}</span>
      </Status>
    </span>
  );
}

function Reference({ row }: { row: Row }) {
  const t = useTranslations('deliveries.table');
  return (
    <>
      <span data-part="name" className="mono" title={row.transactionId ?? undefined}>
        {shortId(nameOf(row))}
      </span>
      {row.resendId !== null && (
        <span className="ml-1.5 text-ink-3" title={t('byResend')}>
          <Icon name="send" size="s" />
          <span className="sr-only">, {t('byResend')}</span>
        </span>
      )}
    </>
  );
}
