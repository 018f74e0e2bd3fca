import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext } from 'react';
import { Code, Dash, NoteName } from '#components/ui/data-table/cell-parts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money, UnknownDirectionAmount } from '#components/ui/money.tsx';
import { statusVariants } from '#components/ui/status.tsx';
import { moneyParts } from '#lib/core/money.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { isDisputeLine, lineDirection, movedAvailable } from '#lib/statement/readings.ts';
import type { Bracket } from '#lib/statement/rules.ts';
import type { statementList } from '#lib/statement/statement.list.ts';
import { lineIcon, useTypeLabels, Who } from './line-labels.tsx';

/** A line as a row: with its fees, the instant it is sorted by, and its bracket around a dispute block. */
export type TableLine = StatementLine & {
  fees: readonly StatementLine[];
  at: string | null;
  bracket: Bracket;
  naming: boolean;
};

/** Opens the drawer for a line that has no row of its own. */
export const OpenLine = createContext<(id: string) => void>(() => undefined);

/** Connects a block with its release; while there is no release, a dashed stub. */
const bracketLine = cva(
  'absolute -top-px right-0 bottom-0 left-2 border-0 border-flow-line forced-colors:border-[color:CanvasText]',
  {
    variants: {
      bracket: {
        top: 'top-1/2 rounded-tl-[3px] border-t-2 border-l-2',
        middle: 'border-l-2',
        bottom: 'bottom-1/2 rounded-bl-[3px] border-b-2 border-l-2',
        open: 'bottom-1/2 border-b-2 border-l-2 border-dashed',
      },
    },
  },
);

type LineColumn = keyof typeof statementList.columns;
const CELLS: Record<LineColumn, (line: TableLine) => ReactNode> = {
  pair: ({ bracket }) => <i data-bracket-of="" className={bracketLine({ bracket })} />,
  time: ({ at }) => <Instant at={at} variant="time" />,
  type: (line) => <TypeLabel line={line} />,
  who: (line) => <Who line={line} waits={line.naming} />,
  transaction: ({ transactionId }) => <Code value={transactionId} short />,
  endToEndId: ({ endToEndId }) => <Code value={endToEndId ?? null} short />,
  fee: (line) => <Fee line={line} />,
  amount: (line) => <LineAmount line={line} />,
  after: (line) => <After line={line} />,
};

export const LineCell = ({ row, column }: { row: TableLine; column: string }) =>
  CELLS[column as LineColumn](row);

/** The balance after the line, or why the available balance did not change. */
function After({ line }: { line: TableLine }) {
  const t = useTranslations('statement.table');
  const { amount, balanceAfter } = line;
  if (movedAvailable(line))
    return (
      <>
        <NoteName>{t('after')}</NoteName>
        <Figure cents={balanceAfter} />
      </>
    );
  const effect = amount === null || amount === 0 ? 'blockedOther' : amount > 0 ? 'blockedIn' : 'blockedOut';
  return (
    <span className="text-ink-3" title={t(`${effect}.means`)}>
      {t(`${effect}.name`)}
    </span>
  );
}

/** An amount without its currency, which the column's header names. */
export function Figure({ cents }: { cents: number | null }) {
  if (cents === null) return <Dash />;
  const { sign, reais, cents: rest } = moneyParts(cents);
  return (
    <span className="money">
      {sign}
      {reais},{rest}
    </span>
  );
}

/** The fee of a row; if the fee is a line of its own, a click opens it. */
function Fee({ line: { fee, fees } }: { line: TableLine }) {
  const t = useTranslations('statement.table');
  const open = useContext(OpenLine);
  if (fee === null || fee === 0) return <Dash />;
  const [first] = fees;
  const figure = <Figure cents={fee} />;
  if (first === undefined) return <span className="text-ink-2">{figure}</span>;
  return (
    <button
      type="button"
      className="-my-0.75 py-0.75 text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current focus-visible:-outline-offset-2"
      title={t('feeOpens')}
      onClick={() => open(first.id)}
    >
      <span className="sr-only">{t('fee')} </span>
      {figure}
    </button>
  );
}

function TypeLabel({ line }: { line: TableLine }) {
  const t = useTranslations('statement.table');
  const typeLabels = useTypeLabels();
  const tone = isDisputeLine(line) ? 'flow' : undefined;
  return (
    <>
      <span
        className={statusVariants({ tone: tone ?? 'calm' })}
        data-tone={tone}
        title={line.type ?? undefined}
      >
        <Icon name={lineIcon(line)} />
        <span className="truncate">{typeLabels.name(line.type)}</span>
      </span>
      {line.bracket === 'open' && <span className="sr-only">, {t('stillOpen')}</span>}
    </>
  );
}

/** Shows the sign only if it is certain; otherwise the row explains why. */
export function LineAmount({ line, size }: { line: StatementLine; size?: 'big' }) {
  const t = useTranslations('statement.table');
  const { amount, amountUnsigned, amountExact, directionDoubt } = line;
  const money = (
    <Money cents={amount ?? amountUnsigned} direction={lineDirection(line)} exact={amountExact} size={size} />
  );
  if (directionDoubt === undefined) return money;
  const why = t(directionDoubt === 'untold' ? 'directionUnknown' : 'directionDisagree');
  return <UnknownDirectionAmount why={why}>{money}</UnknownDirectionAmount>;
}
