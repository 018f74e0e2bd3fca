'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { type AmountBounds, formatBrl, moneyParts, parseTypedBrl } from '#lib/core/money.ts';

type Props = {
  value: string;
  onChange: (next: string) => void;
  bounds: AmountBounds;
  error: string | null;
  hint?: ReactNode;
  /** The limit shown above at the right; absent: the bounds. */
  rule?: ReactNode;
  /** The amount in cents that the "maximum" button fills in. */
  most?: number | null;
  mostLabel?: string;
  disabled?: boolean;
  autoFocus?: boolean;
};

/** A large amount field: typed in the Brazilian format, parsed to cents, and formatted on blur. */
export function AmountField(props: Props) {
  const { value, onChange, bounds, error, hint, most = null, disabled = false } = props;
  const t = useTranslations('common.amountField');
  const tidy = () => {
    const cents = parseTypedBrl(value);
    if (cents !== null && cents > 0) onChange(typed(cents));
  };
  return (
    <PastedField
      paste="amount"
      label={t('label')}
      rule={props.rule ?? <BoundsRule {...bounds} />}
      value={value}
      onChange={onChange}
      error={error}
      hint={hint}
      disabled={disabled}
      autoFocus={props.autoFocus}
      variant="big"
      unit="R$"
      inputMode="decimal"
      placeholder="0,00"
      maxLength={24}
      onBlur={tidy}
      after={
        most !== null &&
        most > 0 &&
        !disabled && (
          <Button variant="quiet" size="sm" onClick={() => onChange(typed(most))}>
            {props.mostLabel ?? t('most')}
          </Button>
        )
      }
    />
  );
}

/** Cents in the Brazilian format: 248000 → '2.480,00'. */
export function typed(cents: number): string {
  const { reais, cents: rest } = moneyParts(cents);
  return `${reais},${rest}`;
}

function BoundsRule({ min, max }: AmountBounds) {
  const t = useTranslations('common.amountField');
  if (min !== null && max !== null) return t('between', { min: formatBrl(min), max: formatBrl(max) });
  if (max !== null) return t('upTo', { max: formatBrl(max) });
  return min === null ? null : t('from', { min: formatBrl(min) });
}
