import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { decimalParts, moneyParts } from '#lib/core/money.ts';

/** `in`: credited; `out`: debited; `still`: no money moved; `value`: a plain figure (balance, limit). */
export type Direction = 'in' | 'out' | 'still' | 'value';

const moneyVariants = cva('money whitespace-nowrap', {
  variants: {
    direction: {
      in: 'font-semibold text-money-in',
      out: 'font-semibold text-money-out',
      still: 'font-medium text-money-still',
      value: 'font-semibold text-ink',
    },
    size: {
      big: 'text-xl tracking-[-0.01em]',
      hero: 'text-2xl tracking-[-0.015em]',
    },
  },
});

type Props = {
  /** Cents; null shows a dash. */
  cents: number | null | undefined;
  direction?: Direction;
  /** The provider's own text where it has more than two decimals; shown as the title. */
  exact?: string | undefined;
  /** Shows all decimals of `exact`. */
  precise?: boolean;
  /** Without the currency, which the column's head names. */
  bare?: boolean;
  size?: 'big' | 'hero' | undefined;
};

/** An amount that copies as one text: `+R$ 1.234,56`. A plus or minus means that money moved. */
export function Money(props: Props) {
  const { cents, direction = 'value', exact, precise = false, bare = false, size } = props;
  if (cents === null || cents === undefined) return <span className="text-ink-3">–</span>;
  const parts = (precise && exact !== undefined && decimalParts(exact)) || moneyParts(cents);
  const sign = { in: '+', out: '−', still: '', value: parts.sign }[direction];
  return (
    <span className={moneyVariants({ direction, size })} data-direction={direction} title={exact}>
      {sign}
      {!bare && <span className="mr-[0.15em] text-[0.85em] font-normal text-ink-3">R$ </span>}
      {parts.reais}
      <span className="font-normal">,{parts.cents}</span>
    </span>
  );
}

/** An amount whose direction is unknown; `why` explains it. */
export function UnknownDirectionAmount({ why, children }: { why: string; children: ReactNode }) {
  return (
    <span title={why}>
      <span aria-hidden="true" className="text-warn-ink">
        ±
      </span>
      {children}
      <span className="sr-only">, {why}</span>
    </span>
  );
}
