import { useTranslations } from 'next-intl';
import { Fragment, isValidElement, type ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { AreaField, PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { Field as Described, FieldError } from '#lib/core/form.ts';
import { type AmountBounds, formatBrl, moneyParts, parseTypedBrl } from '#lib/core/money.ts';

type FieldLabels = {
  /** Absent where the control has its own label. */
  label?: ReactNode;
  rule?: ReactNode | ((length: number, most: number) => ReactNode);
  hint?: ReactNode;
  /** Labels of a choice's options, by value. */
  options?: Record<string, ReactNode>;
  bounds?: AmountBounds;
  /** The amount in cents that the "maximum" button fills in. */
  most?: number | null;
  mostLabel?: string;
  focus?: boolean;
};
/** For each field to render: its texts, or a control of the form's own. */
export type Labels<V> = { [K in keyof V]?: FieldLabels | ReactNode };

type AnyField = Described<never, never, never>;
type At<T> = { value: unknown; onChange: (value: T) => void; error: FieldError };
type Form<V extends object> = {
  described: { fields: { readonly [K in keyof V]: AnyField } };
  facts: unknown;
  values: V;
  at: (field: keyof V & string) => At<never>;
};

/** Renders the fields of a form description in its order; fields whose condition is false are omitted. */
export function OperationFields<V extends object>({ form, labels }: { form: Form<V>; labels: Labels<V> }) {
  const { fields } = form.described;
  return (Object.keys(fields) as (keyof V & string)[]).map((name) => {
    const entry = labels[name];
    const visible = fields[name].when?.(form.values as never, form.facts as never) ?? true;
    if (!visible || entry === undefined || entry === null) return null;
    if (isValidElement(entry)) return <Fragment key={name}>{entry}</Fragment>;
    return (
      <FieldControl
        key={name}
        field={fields[name]}
        labels={entry as FieldLabels}
        at={form.at(name) as At<unknown>}
      />
    );
  });
}

type FieldControlProps = { field: AnyField; labels: FieldLabels; at: At<unknown> };

function FieldControl({ field, labels, at }: FieldControlProps) {
  const { label, hint, options = {}, bounds = { min: null, max: null }, focus = false } = labels;
  const text = typeof at.value === 'string' ? at.value : '';
  const most = 'most' in field ? field.most : undefined;
  const rule = typeof labels.rule === 'function' ? labels.rule(text.trim().length, most ?? 0) : labels.rule;
  if (field.kind === 'choice')
    return (
      <Segments
        label={String(label)}
        value={text}
        onChange={at.onChange}
        options={field.of.map((value) => ({ value, label: options[value] ?? value }))}
      />
    );
  if (field.kind === 'check')
    return (
      <CheckLine checked={at.value === true} onChange={(event) => at.onChange(event.target.checked)}>
        {label}
        {hint && <small className="block text-xs text-ink-3">{hint}</small>}
      </CheckLine>
    );
  const line = { value: text, onChange: at.onChange, error: at.error, rule, hint, autoFocus: focus };
  if (field.kind === 'amount')
    return <AmountField {...line} bounds={bounds} most={labels.most ?? null} mostLabel={labels.mostLabel} />;
  if (field.kind === 'lines')
    return <AreaField {...line} label={label} maxLength={field.most} className="min-h-16" rows={3} />;
  const { mono = false, type = 'text', numeric = false } = field.kind === 'text' ? field : {};
  const control = {
    ...line,
    label,
    mono,
    type,
    covered: field.secret === true && type === 'text',
    inputMode: numeric ? ('numeric' as const) : type,
    maxLength: most,
  };
  return field.paste === undefined ? (
    <PlainField {...control} />
  ) : (
    <PastedField {...control} paste={field.paste} />
  );
}

type AmountProps = {
  value: string;
  onChange: (next: string) => void;
  bounds: AmountBounds;
  error: string | null;
  hint?: ReactNode;
  /** The limit shown above at the right; absent: the bounds. */
  rule?: ReactNode;
  /** The amount in cents that the "maximum" button fills in. */
  most?: number | null;
  mostLabel?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
};

/** A large amount field: typed in the Brazilian format, parsed to cents, and formatted on blur. */
export function AmountField({ bounds, rule, most = null, mostLabel, disabled, ...field }: AmountProps) {
  const t = useTranslations('common.amountField');
  const { value, onChange } = field;
  return (
    <PastedField
      {...field}
      paste="amount"
      label={t('label')}
      rule={rule ?? <BoundsRule {...bounds} />}
      disabled={disabled}
      variant="big"
      unit="R$"
      inputMode="decimal"
      placeholder="0,00"
      maxLength={24}
      onBlur={() => {
        const cents = parseTypedBrl(value);
        if (cents !== null && cents > 0) onChange(typed(cents));
      }}
      after={
        most !== null &&
        most > 0 &&
        !disabled && (
          <Button variant="quiet" size="sm" onClick={() => onChange(typed(most))}>
            {mostLabel ?? t('most')}
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
