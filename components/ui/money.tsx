import { moneyParts } from '#lib/money.ts';

/** `in` credited, `out` debited, `still` nothing moved, `value` a plain figure (balance, limit). */
export type Direction = 'in' | 'out' | 'still' | 'value';

type Props = {
  /** Cents; null is shown as a dash. */
  cents: number | null | undefined;
  direction?: Direction;
  /** The provider's text where it had more than two decimals; goes to the title. */
  exact?: string | undefined;
  size?: 'big' | 'hero';
};

/** Copies as one text: `+R$ 1.234,56`. A sign means that money moved. */
export function Money({ cents, direction = 'value', exact, size }: Props) {
  if (cents === null || cents === undefined) return <span className="text-ink-3">–</span>;
  const parts = moneyParts(cents);
  const moved = direction === 'in' ? '+' : direction === 'out' ? '−' : '';
  const sign = moved || (direction === 'value' ? parts.sign : '');
  return (
    <span className={size ? `money money-${size}` : 'money'} data-direction={direction} title={exact}>
      {sign}
      <span className="currency">R$ </span>
      {parts.reais}
      <span className="cents">,{parts.cents}</span>
    </span>
  );
}
