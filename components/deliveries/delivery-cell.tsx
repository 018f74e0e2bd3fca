'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEventLabels } from '#components/resends/use-labels.ts';
import { ShortAddress } from '#components/ui/address.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status } from '#components/ui/status.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import type { DeliveryColumn, Row } from '#lib/deliveries/deliveries.list.ts';
import { OUTCOME_KINDS } from './outcome-facets.tsx';

/** Name of a delivery: the client reference of its transaction. */
export const nameOf = ({
  clientReference,
  transactionId,
  id,
}: Pick<Row, 'clientReference' | 'transactionId' | 'id'>) => clientReference ?? transactionId ?? id;

/** The content of one cell. */
export function DeliveryCell({ row, column }: { row: Row; column: string }) {
  switch (column as DeliveryColumn) {
    case 'time':
      return <Time at={row.at} />;
    case 'answer':
      return <Answer row={row} />;
    case 'event':
      return <Event event={row.event} />;
    case 'reference':
      return <Reference row={row} />;
    case 'endpoint':
      return <Endpoint row={row} />;
    case 'transaction':
      return (
        <span className="mono" title={row.transactionId ?? undefined}>
          {row.transactionId === null ? '–' : shortId(row.transactionId)}
        </span>
      );
    case 'attempt':
      return <Attempt attempt={row.attempt} />;
    case 'duration':
      return <Duration ms={row.responseTimeMs} />;
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

function Event({ event }: Pick<Row, 'event'>) {
  return <span title={event ?? undefined}>{useEventLabels()(event)}</span>;
}

/** Host and path, after the event where its column is hidden; an address that does not fit is not shown. */
function Endpoint({ row: { event, url } }: { row: Row }) {
  const name = useEventLabels();
  return (
    <span className="flex h-lh min-w-0 flex-wrap gap-x-1 overflow-hidden">
      <span className="hidden flex-none @max-[50rem]/table:inline">{name(event)} ·</span>
      <span className="min-w-0 flex-[1_0_6rem]">{url === null ? '–' : <ShortAddress url={url} />}</span>
    </span>
  );
}

function Attempt({ attempt }: Pick<Row, 'attempt'>) {
  const t = useTranslations('deliveries.table');
  return attempt === null ? '–' : t('attemptDescription', { attempt });
}

function Duration({ ms }: { ms: number | null }) {
  const t = useTranslations('deliveries.table');
  return ms === null ? '–' : t('ms', { ms: Math.round(ms) });
}

function Reference({ row }: { row: Row }) {
  const t = useTranslations('deliveries.table');
  return (
    <span className="flex items-baseline">
      <span data-part="name" className="mono truncate text-ink" title={row.transactionId ?? undefined}>
        {shortId(nameOf(row))}
      </span>
      {row.resendId !== null && (
        <span className="ml-1.5 text-ink-3" title={t('byResend')}>
          <Icon name="send" size="s" />
          <span className="sr-only">, {t('byResend')}</span>
        </span>
      )}
    </span>
  );
}
