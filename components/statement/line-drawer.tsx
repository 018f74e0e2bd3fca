import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { LinkTools, RecordBody, StepTools } from '#components/list/record-body.tsx';
import { ReceiptButton, RefundButton } from '#components/payments/payment-actions.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton, TextButton } from '#components/ui/button.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { DetailPart, type Fact, Facts, OtherFields } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { type Effect, effectOf, isPayment, type Ledger, linkedTo } from '#lib/statement/ledger.ts';
import { lineOptions, type StatementLine } from '#lib/statement/queries.ts';
import { asDeposit, lineDirection, movedAvailable, sizeAndDirection } from '#lib/statement/readings.ts';
import { disputeHref, pairOf, paymentHref } from '#lib/statement/rules.ts';
import { lineIcon, useStatusLabels, useTypeLabels } from './line-labels.tsx';
import { LineAmount } from './line-row.tsx';
import type { Lines } from './statement-view.tsx';

type Props = {
  id: string;
  lines: Lines;
  ledger: Ledger;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One line next to the table; the focus stays in the table, so j and k keep working. */
export function LineDrawer({ id, lines, ledger, onOpen, onClose }: Props) {
  const t = useTranslations('statement.detail');
  const typeLabels = useTypeLabels();
  const { account } = useSession();
  const listed = lines.items.find((line) => line.id === id);
  // A fee is shown in its payment's row.
  const rowId = ledger.homes.get(id) ?? id;
  // A linked line may be outside the loaded list.
  const read = useQuery({
    ...lineOptions(account.slug, id),
    enabled: listed === undefined && lines.data !== undefined,
  });
  const line = listed ?? read.data?.line;
  const payment = paymentHref(account, line?.transactionId ?? null);
  const dispute = disputeHref(account, line?.disputeId ?? null);
  const deposit = line === undefined ? null : asDeposit(line);
  const title = line === undefined ? t('title') : typeLabels.name(line.type);
  return (
    <Drawer
      label={t('label', { name: title })}
      title={title}
      onClose={onClose}
      tools={
        <>
          <StepTools
            of="statement.detail"
            at={ledger.rows.findIndex((row) => row.line.id === rowId)}
            rowAt={(index) => ledger.rows[index]?.line}
            onOpen={onOpen}
          />
          <LinkTools of="statement.detail" />
        </>
      }
      footer={
        payment === null && dispute === null && deposit === null ? undefined : (
          <>
            {dispute !== null && <LinkButton href={dispute}>{t('openDispute')}</LinkButton>}
            {payment !== null && <LinkButton href={payment}>{t('openPayment')}</LinkButton>}
            {deposit !== null && <ReceiptButton payment={deposit} page="deposits" />}
            {deposit !== null && <RefundButton payment={deposit} />}
          </>
        )
      }
    >
      <RecordBody
        read={{ data: line, error: line === undefined ? read.error : null, refetch: read.refetch }}
        missing={['not_found', 'not_supported']}
        absent={<EmptyState title={t('absent')}>{t('absentHint')}</EmptyState>}
      >
        {(shown) => <LineFacts line={shown} items={lines.items} rows={ledger.rows} onOpen={onOpen} />}
      </RecordBody>
    </Drawer>
  );
}

type LineProps = { line: StatementLine; onOpen: (id: string) => void };
type FactsProps = LineProps & { items: readonly StatementLine[]; rows: Ledger['rows'] };

/** Facts of a line: type, effect on the balance, related records, and every other field of the provider. */
function LineFacts({ line, items, rows, onOpen }: FactsProps) {
  const t = useTranslations('statement.detail');
  const table = useTranslations('statement.table');
  const statusLabel = useStatusLabels();
  const meaning = useTypeLabels().means(line.type);
  const effect = effectOf(rows.find((row) => row.line.id === line.id) ?? { line, fees: [] });
  const pair = pairOf(line, items);
  const amounts = [effect.before, effect.amount, effect.after, line.gross, line.fee];
  const linked = linkedTo(line, items, [...effect.fees, ...(pair?.lines ?? [])]);
  const { status, statusReason, directionDoubt, createdAt, postedAt } = line;
  return (
    <>
      <section>
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <span className="flex-1">
            <LineAmount line={line} size="big" />
          </span>
          {status !== null && <Badge>{statusLabel(status)}</Badge>}
        </div>
        {directionDoubt !== undefined && (
          <p className="text-warn-ink">
            {table(directionDoubt === 'untold' ? 'directionUnknown' : 'directionDisagree')}
          </p>
        )}
        {meaning !== null && <p>{meaning}</p>}
        {!movedAvailable(line) && <p>{t('blocked')}</p>}
        {statusReason !== null && <p className="mt-1 text-xs text-ink-3">{statusReason}</p>}
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
        <Facts
          of={[
            { label: t('created'), at: createdAt === postedAt ? null : createdAt },
            { label: t('posted'), at: postedAt },
          ]}
        />
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

function Ids({ line }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const { transactionId, type } = line;
  const { name, document, pixKey } = line.counterparty;
  const party = (name !== null || document !== null) && <Party name={name} document={document} />;
  return (
    <Facts
      of={[
        {
          label: t('counterparty'),
          value:
            transactionId === null ? (
              party
            ) : (
              <CustomerLink of={{ transactionId }} document={document}>
                {party}
              </CustomerLink>
            ),
        },
        { label: t('pixKey'), value: pixKey && <span className="break-all">{pixKey}</span> },
        { label: t('description'), value: line.description },
        { label: t('payment'), id: transactionId },
        { label: t('endToEndId'), id: line.endToEndId },
        { label: t('dispute'), id: line.disputeId },
        { label: t('id'), id: line.id },
        { label: t('type'), value: type && <span className="mono">{type}</span> },
      ]}
    />
  );
}

/** The line's effect on the available balance, with its fees. */
function EffectFacts({ line, effect, onOpen }: LineProps & { effect: Effect }) {
  const t = useTranslations('statement.detail');
  const typeLabels = useTypeLabels();
  const { before, amount, inside, fees, after } = effect;
  const isReceived = isPayment(line) && (amount ?? 0) > 0;
  return (
    <Facts
      variant="right"
      className={after === null ? '' : LAST_RULED}
      of={[
        { label: t('before'), cents: before },
        { label: isReceived ? t('received') : typeLabels.name(line.type), ...sizeAndDirection(amount) },
        { label: t('feeInside'), ...sizeAndDirection(inside === 0 ? null : -inside) },
        // Shown as received when they do not add up to the amount.
        { label: t('gross'), cents: inside === 0 ? line.gross : null, direction: 'still' },
        { label: t('fee'), cents: inside === 0 ? line.fee : null, direction: 'still' },
        ...fees.map(
          (fee): Fact => ({
            key: fee.id,
            label: <TextButton onClick={() => onOpen(fee.id)}>{t('feeOwn')}</TextButton>,
            ...sizeAndDirection(fee.amount),
          }),
        ),
        { label: t('after'), cents: after },
      ]}
    />
  );
}

/** Draws a rule above the last row, the sum. */
const LAST_RULED =
  'gap-x-0 [&>dd]:pl-3 [&>dt:last-of-type]:mt-1 [&>dt:last-of-type]:border-t [&>dt:last-of-type]:border-line [&>dt:last-of-type]:pt-1.5 [&>dd:last-of-type]:mt-1 [&>dd:last-of-type]:border-t [&>dd:last-of-type]:border-line [&>dd:last-of-type]:pt-1.5';

function Linked({ line, lines, onOpen }: LineProps & { lines: readonly StatementLine[] }) {
  const typeLabels = useTypeLabels();
  const dayAt = (at: string | null) => (at === null ? null : saoPauloDay(at));
  return (
    <Facts
      variant="right"
      of={lines.map((other) => ({
        key: other.id,
        label: (
          <>
            <TextButton onClick={() => onOpen(other.id)}>{typeLabels.name(other.type)}</TextButton>
            {', '}
            <Instant
              at={other.postedAt}
              variant={dayAt(other.postedAt) === dayAt(line.postedAt) ? 'time' : 'minute'}
            />
          </>
        ),
        cents: other.amount,
        direction: lineDirection(other),
      }))}
    />
  );
}

const PAIR_LINE = 'grid grid-cols-[1rem_minmax(0,1fr)_max-content] items-start gap-2';

type PairProps = LineProps & { pair: NonNullable<ReturnType<typeof pairOf>> };

/** The loaded lines of the same dispute, and their sum. */
function Pair({ line, pair, onOpen }: PairProps) {
  const t = useTranslations('statement.detail');
  const typeLabels = useTypeLabels();
  return (
    <section>
      <h3 className="mb-2">{t('pair')}</h3>
      <ul>
        {pair.lines.map((other) => (
          <li key={other.id} className={`${PAIR_LINE} pb-2`}>
            <Icon name={lineIcon(other)} tone="flow" />
            <span className="min-w-0">
              {other.id === line.id ? (
                <b>{typeLabels.name(other.type)}</b>
              ) : (
                <TextButton onClick={() => onOpen(other.id)}>{typeLabels.name(other.type)}</TextButton>
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
          <Money {...sizeAndDirection(pair.difference)} />
        </li>
      </ul>
    </section>
  );
}
