'use client';

import { Fragment, isValidElement, type ReactNode } from 'react';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { AreaField, PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { Field as Described, FieldError } from '#lib/core/form.ts';
import type { AmountBounds } from '#lib/core/money.ts';
import { AmountField } from './amount-field.tsx';

/** Label of a field, and its rules. */
export type FieldWords = {
  /** None where the control has its own. */
  label?: ReactNode;
  rule?: ReactNode | ((length: number, most: number) => ReactNode);
  hint?: ReactNode;
  /** Of a choice, by value. */
  options?: Record<string, ReactNode>;
  bounds?: AmountBounds;
  /** Cents: "all that fits" writes it. */
  most?: number | null;
  mostLabel?: string;
  focus?: boolean;
};
/** Of each field that stands here: its words, or the control itself where it is the form's own. */
export type Words<V> = { [K in keyof V]?: FieldWords | ReactNode };

type Drawable = Described<never, never, never>;
type At = { value: unknown; onChange: (value: never) => void; error: FieldError };
type Form<V extends object> = {
  described: { fields: { readonly [K in keyof V]: Drawable } };
  facts: unknown;
  values: V;
  at: (field: keyof V & string) => At;
};
type Props<V extends object> = { form: Form<V>; words: Words<V> };

/** The fields of a description in its order, where they are there at all. */
export function OperationFields<V extends object>({ form, words }: Props<V>) {
  const { fields } = form.described;
  const names = (Object.keys(fields) as (keyof V & string)[]).filter((name) =>
    isThere(fields[name], form.values, form.facts),
  );
  return names.map((name) => {
    const said = words[name];
    if (said === undefined || said === null) return null;
    if (isValidElement(said)) return <Fragment key={name}>{said}</Fragment>;
    return (
      <Drawn
        key={name}
        field={fields[name]}
        words={said as FieldWords}
        at={form.at(name) as DrawnProps['at']}
      />
    );
  });
}

const isThere = (field: Drawable, values: unknown, facts: unknown) =>
  field.when?.(values as never, facts as never) ?? true;

type DrawnProps = {
  field: Drawable;
  words: FieldWords;
  at: { value: unknown; onChange: (value: unknown) => void; error: FieldError };
};

function Drawn({ field, words, at }: DrawnProps) {
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
