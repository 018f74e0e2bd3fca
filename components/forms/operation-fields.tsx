'use client';

import { Fragment, isValidElement, type ReactNode } from 'react';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { AreaField, PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { Field as Described, FieldError } from '#lib/core/form.ts';
import type { AmountBounds } from '#lib/core/money.ts';
import { AmountField } from './amount-field.tsx';

/** The texts of a field, and its limits. */
export type FieldWords = {
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
export type Words<V> = { [K in keyof V]?: FieldWords | ReactNode };

type AnyField = Described<never, never, never>;
type At = { value: unknown; onChange: (value: never) => void; error: FieldError };
type Form<V extends object> = {
  described: { fields: { readonly [K in keyof V]: AnyField } };
  facts: unknown;
  values: V;
  at: (field: keyof V & string) => At;
};
type Props<V extends object> = { form: Form<V>; words: Words<V> };

/** Renders the fields of a form description in its order; fields whose condition is false are omitted. */
export function OperationFields<V extends object>({ form, words }: Props<V>) {
  const { fields } = form.described;
  const names = (Object.keys(fields) as (keyof V & string)[]).filter((name) =>
    isVisible(fields[name], form.values, form.facts),
  );
  return names.map((name) => {
    const entry = words[name];
    if (entry === undefined || entry === null) return null;
    if (isValidElement(entry)) return <Fragment key={name}>{entry}</Fragment>;
    return (
      <FieldControl
        key={name}
        field={fields[name]}
        words={entry as FieldWords}
        at={form.at(name) as FieldControlProps['at']}
      />
    );
  });
}

const isVisible = (field: AnyField, values: unknown, facts: unknown) =>
  field.when?.(values as never, facts as never) ?? true;

type FieldControlProps = {
  field: AnyField;
  words: FieldWords;
  at: { value: unknown; onChange: (value: unknown) => void; error: FieldError };
};

function FieldControl({ field, words, at }: FieldControlProps) {
  const { label, hint, options = {}, bounds = { min: null, max: null }, focus = false } = words;
  const text = typeof at.value === 'string' ? at.value : '';
  const most = 'most' in field ? field.most : undefined;
  const rule = typeof words.rule === 'function' ? words.rule(text.trim().length, most ?? 0) : words.rule;
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
    return (
      <AmountField
        {...line}
        bounds={bounds}
        most={words.most ?? null}
        {...(words.mostLabel ? { mostLabel: words.mostLabel } : {})}
      />
    );
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
    ...(most === undefined ? {} : { maxLength: most }),
  };
  return field.paste === undefined ? (
    <PlainField {...control} />
  ) : (
    <PastedField {...control} paste={field.paste} />
  );
}
