'use client';

import { useTranslations } from 'next-intl';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { DetailPart, type Fact, Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { OtherFields } from '#components/ui/provider-answer.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { type Effect, effectOf, isPayment, type LedgerRow, linkedTo } from '#lib/statement/ledger.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { lineDirection, movedAvailable } from '#lib/statement/readings.ts';
import { pairOf } from '#lib/statement/rules.ts';
import { lineIcon, useStatusLabels, useTypeLabels } from './line-labels.ts';
import { LineAmount } from './line-row.tsx';

type Props = {
  line: StatementLine;
  /** The loaded lines, and their table rows. */
  items: readonly StatementLine[];
  rows: readonly LedgerRow[];
  onOpen: (id: string) => void;
};

/** Facts of a line: type, effect on the balance, related records, and every other field of the provider. */
export function LineFacts({ line, items, rows, onOpen }: Props) {
  const t = useTranslations('statement.detail');
  const table = useTranslations('statement.table');
  const means = useTypeLabels().means(line.type);
  const effect = effectOf(rows.find((row) => row.line.id === line.id) ?? { line, fees: [] });
  const pair = pairOf(line, items);
  const amounts = [effect.before, effect.amount, effect.after, line.gross, line.fee];
  const linked = linkedTo(line, items, [...effect.fees, ...(pair?.lines ?? [])]);
  return (
    <>
      <section>
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <span className="flex-1">
            <LineAmount line={line} size="big" />
          </span>
          {line.status !== null && <LineStatus status={line.status} />}
        </div>
        {line.directionDoubt !== undefined && (
          <p className="text-warn-ink">
            {table(line.directionDoubt === 'untold' ? 'directionUntold' : 'directionDisagree')}
          </p>
        )}
        {means !== null && <p>{means}</p>}
        {!movedAvailable(line) && <p>{t('held')}</p>}
        {line.statusReason !== null && <p className="mt-1 text-xs text-ink-3">{line.statusReason}</p>}
      </section>
      <DetailPart title={t('ids')} quiet>
        <Ids line={line} />
      </DetailPart>
      {amounts.some((cents) => cents !== null) && (
        <DetailPart title={t('effect')}>
          <EffectFacts line={line} effect={effect} onOpen={onOpen} />
        </DetailPart>
      )}
      <DetailPart title={t('dates')}>
        <Dates line={line} />
      </DetailPart>
      {pair && <Pair line={line} pair={pair} onOpen={onOpen} />}
      {linked.length > 0 && (
        <DetailPart title={t('linked')}>
          <Linked line={line} lines={linked} onOpen={onOpen} />
        </DetailPart>
      )}
      <OtherFields of={line.other} />
    </>
  );
}

function LineStatus({ status }: { status: string }) {
  return <Badge>{useStatusLabels()(status)}</Badge>;
}

function Ids({ line }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const { name, document, pixKey } = line.counterparty;
  const known = name !== null || document !== null;
  const party = known && <Party name={name} document={document} />;
  return (
    <Facts
      of={[
        {
          label: t('counterparty'),
          value:
            line.transactionId === null ? (
              party
            ) : (
              <CustomerLink of={{ transactionId: line.transactionId }} document={document}>
                {party}
              </CustomerLink>
            ),
        },
        { label: t('pixKey'), value: pixKey && <span className="break-all">{pixKey}</span> },
        { label: t('description'), value: line.description },
        { label: t('payment'), id: line.transactionId },
        { label: t('endToEndId'), id: line.endToEndId },
        { label: t('dispute'), id: line.disputeId },
        { label: t('id'), id: line.id },
        { label: t('type'), value: line.type && <span className="mono">{line.type}</span> },
      ]}
    />
  );
}

type EffectProps = Pick<Props, 'line' | 'onOpen'> & { effect: Effect };

/** The line's effect on the available balance, with its fees. */
function EffectFacts({ line, effect, onOpen }: EffectProps) {
  const t = useTranslations('statement.detail');
  const words = useTypeLabels();
  const { before, amount, inside, fees, after } = effect;
  const own = (fee: StatementLine): Fact => ({
    key: fee.id,
    label: <TextButton onClick={() => onOpen(fee.id)}>{t('feeOwn')}</TextButton>,
    ...signed(fee.amount),
  });
  const received = isPayment(line) && (amount ?? 0) > 0;
  return (
    <Facts
      look="right"
      className={after === null ? '' : LAST_RULED}
      of={[
        { label: t('before'), cents: before },
        { label: received ? t('received') : words.name(line.type), ...signed(amount) },
        { label: t('feeInside'), ...signed(inside === 0 ? null : -inside) },
        // Shown as received when they do not add up to the amount.
        { label: t('gross'), cents: inside === 0 ? line.gross : null, direction: 'still' },
        { label: t('fee'), cents: inside === 0 ? line.fee : null, direction: 'still' },
        ...fees.map(own),
        { label: t('after'), cents: after },
      ]}
    />
  );
}

/** Draws a rule above the last row, the sum. */
const LAST_RULED =
  'gap-x-0 [&>dd]:pl-3 [&>dt:last-of-type]:mt-1 [&>dt:last-of-type]:border-t [&>dt:last-of-type]:border-line [&>dt:last-of-type]:pt-1.5 [&>dd:last-of-type]:mt-1 [&>dd:last-of-type]:border-t [&>dd:last-of-type]:border-line [&>dd:last-of-type]:pt-1.5';

const signed = (cents: number | null): { cents: number | null; direction: Direction } => ({
  cents: cents === null ? null : Math.abs(cents),
  direction: !cents ? 'still' : cents > 0 ? 'in' : 'out',
});

function Dates({ line: { createdAt, postedAt } }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  return (
    <Facts
      of={[
        { label: t('created'), at: createdAt === postedAt ? null : createdAt },
        { label: t('posted'), at: postedAt },
      ]}
    />
  );
}

/** Lines of the same payment; a click on a name opens the line. */
function Linked({
  line,
  lines,
  onOpen,
}: Pick<Props, 'line' | 'onOpen'> & { lines: readonly StatementLine[] }) {
  const words = useTypeLabels();
  const dayAt = (at: string | null) => (at === null ? null : saoPauloDay(at));
  return (
    <Facts
      look="right"
      of={lines.map(({ id, type, postedAt, amount, ...other }) => ({
        key: id,
        label: (
          <>
            <TextButton onClick={() => onOpen(id)}>{words.name(type)}</TextButton>
            {', '}
            <Instant at={postedAt} variant={dayAt(postedAt) === dayAt(line.postedAt) ? 'time' : 'minute'} />
          </>
        ),
        cents: amount,
        direction: lineDirection({ amount, ...other }),
      }))}
    />
  );
}

const PAIR_LINE = 'grid grid-cols-[1rem_minmax(0,1fr)_max-content] items-start gap-2';

type PairProps = Pick<Props, 'line' | 'onOpen'> & { pair: NonNullable<ReturnType<typeof pairOf>> };

/** The loaded lines of the same dispute, and their sum. */
function Pair({ line, pair, onOpen }: PairProps) {
  const t = useTranslations('statement.detail');
  const words = useTypeLabels();
  const { lines, difference } = pair;
  return (
    <section>
      <h3 className="mb-2">{t('pair')}</h3>
      <ul>
        {lines.map((other) => (
          <li key={other.id} className={`${PAIR_LINE} pb-2`}>
            <Icon name={lineIcon(other)} tone="flow" />
            <span className="min-w-0">
              {other.id === line.id ? (
                <b>{words.name(other.type)}</b>
              ) : (
                <TextButton onClick={() => onOpen(other.id)}>{words.name(other.type)}</TextButton>
              )}
              <span className="block text-xs text-ink-3">
                <Instant at={other.postedAt} />
              </span>
            </span>
            <Money cents={other.amount} direction={lineDirection(other)} />
          </li>
        ))}
        <li className={`${PAIR_LINE} border-t border-line pt-2`}>
          <Icon name="lines" tone="idle" />
          <b>{t('difference')}</b>
          <Money
            cents={Math.abs(difference)}
            direction={difference === 0 ? 'still' : difference > 0 ? 'in' : 'out'}
          />
        </li>
      </ul>
    </section>
  );
}
