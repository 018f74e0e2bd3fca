'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Sum, SumStrip } from '#components/ui/table.tsx';
import type { CardFiguresAnswer } from '#lib/card/contract.ts';
import { cardFiguresQuery } from '#lib/overview/queries.ts';

/** How many charges the figures cover; null when they cover all. */
export function useOfHowMany() {
  const t = useTranslations('overview.cardFigures');
  const format = useFormatter();
  return ({ complete, read, total }: CardFiguresAnswer): string | null =>
    complete
      ? null
      : total === null
        ? t('newest', { read: format.number(read) })
        : t('part', { read: format.number(read), total: format.number(total) });
}

/** Card sums of today and thirty days, reversals and recurrences. Renders nothing when no charge is listed. */
export function CardSums({ account }: { account: string }) {
  const t = useTranslations('overview.cardFigures');
  const query = useQuery(cardFiguresQuery(account));
  const part = useOfHowMany();
  if (query.data?.figures === null) return null;
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      note={query.data === undefined ? null : part(query.data)}
      padded={false}
      skeleton={
        <SumStrip>
          {(['today', 'month', 'reversed', 'recurring'] as const).map((name) => (
            <Sum
              key={name}
              label={t(`waiting.${name}`)}
              value={<Skeleton width="8rem" />}
              note={<Skeleton width="6rem" />}
            />
          ))}
        </SumStrip>
      }
    >
      {({ figures }) => figures !== null && <Sums figures={figures} />}
    </QueryPanel>
  );
}

function Sums({ figures }: { figures: NonNullable<CardFiguresAnswer['figures']> }) {
  const t = useTranslations('overview.cardFigures');
  const format = useFormatter();
  const { today, days30, reversed, recurrenceAmount, recurrenceCount } = figures;
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : format.number(part / whole, { style: 'percent', maximumFractionDigits: 1 });
  const money = (cents: number, direction: 'in' | 'out') => (
    <Money cents={cents} direction={cents === 0 ? 'still' : direction} />
  );
  return (
    <SumStrip>
      <Sum
        label={t('today', { accepted: today.accepted, tries: today.tries })}
        value={money(today.amount, 'in')}
        note={
          today.tries === 0 ? t('noneToday') : t('accepted', { share: share(today.accepted, today.tries) })
        }
      />
      <Sum
        label={t('month', { count: days30.count })}
        value={money(days30.amount, 'in')}
        note={
          days30.count === 0
            ? '–'
            : t.rich('mean', { value: () => <Money cents={Math.round(days30.amount / days30.count)} /> })
        }
      />
      <Sum
        label={t('reversed', { count: reversed.count })}
        value={money(reversed.amount, 'out')}
        note={t('ofAccepted', { share: share(reversed.amount, days30.amount) })}
      />
      <Sum
        label={t('recurring', { count: recurrenceCount })}
        value={<Money cents={recurrenceAmount} />}
        note={t('recurringNote')}
      />
    </SumStrip>
  );
}
