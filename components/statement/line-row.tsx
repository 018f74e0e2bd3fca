'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { StatementLine } from '#lib/statement/queries.ts';
import {
  type Bracket,
  instantOf,
  isDisputeLine,
  movedAvailable,
  type Sorting,
  wayOf,
} from '#lib/statement/rules.ts';
import { Who } from './line-who.tsx';
import { lineIcon, useTypeWords } from './line-words.ts';
import styles from './statement.module.css';

type Props = {
  line: StatementLine;
  index: number;
  sorting: Sorting;
  focusable: boolean;
  open: boolean;
  bracket: Bracket;
};

/** A press anywhere, or Enter, opens it. */
export function LineRow({ line, index, sorting, focusable, open, bracket }: Props) {
  const t = useTranslations('statement.table');
  const words = useTypeWords();
  const dispute = isDisputeLine(line);
  const moved = movedAvailable(line);
  return (
    <tr
      data-row={index}
      data-open={open || undefined}
      aria-selected={open}
      tabIndex={focusable ? 0 : -1}
      className={moved ? undefined : styles.held}
    >
      <td className={styles.bracket} data-bracket={bracket ?? undefined} data-cell="bracket" />
      <td data-cell="time">
        <Instant at={instantOf(line, sorting)} look="time" />
      </td>
      <td data-cell="type" title={line.type ?? undefined}>
        <span className="status" data-tone={dispute ? 'flow' : undefined}>
          <Icon name={lineIcon(line)} />
          <span className="truncate">{words.name(line.type)}</span>
        </span>
        {bracket === 'open' && <span className="sr-only">, {t('stillOpen')}</span>}
      </td>
      <td data-cell="who">
        <Who line={line} />
      </td>
      <td data-cell="fee" className={`num ${styles.fee}`}>
        {line.fee === null || line.fee === 0 ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Money cents={line.fee} direction="still" />
        )}
      </td>
      <td data-cell="amount" className="num">
        <LineAmount line={line} />
      </td>
      <td data-cell="after" className="num">
        {moved ? <Money cents={line.balanceAfter} /> : <span className="text-ink-3">{t(held(line))}</span>}
      </td>
    </tr>
  );
}

/** A sign is right or absent: without one the row says why. */
export function LineAmount({ line, size }: { line: StatementLine; size?: 'big' }) {
  const t = useTranslations('statement.table');
  const { amount, amountUnsigned, amountExact, directionDoubt } = line;
  const money = (
    <Money
      cents={amount ?? amountUnsigned}
      direction={wayOf(line)}
      exact={amountExact}
      {...(size === undefined ? {} : { size })}
    />
  );
  if (directionDoubt === undefined) return money;
  const why = t(directionDoubt === 'untold' ? 'directionUntold' : 'directionDisagree');
  return (
    <span title={why}>
      <span aria-hidden="true" className="text-warn-ink">
        ±
      </span>
      {money}
      <span className="sr-only">, {why}</span>
    </span>
  );
}

/** The other side of a block: it changes what is held, not what can be spent. */
const held = ({ amount }: StatementLine) =>
  amount === null || amount === 0 ? 'heldOther' : amount > 0 ? 'heldIn' : 'heldOut';
