'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Field, Input, Select } from '#components/ui/field.tsx';

type FieldTexts = {
  id?: string;
  label: ReactNode;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  autoFocus?: boolean | undefined;
};
/**
 * A control's own props plus its label texts. Without `value` the control is uncontrolled, and the form reads
 * it on submit.
 */
type Of<P> = FieldTexts &
  Omit<P, keyof FieldTexts | 'value' | 'onChange'> & { value?: string; onChange?: (next: string) => void };

/** Links a control to its label, to its hint or error, and to the dialog's first focus. */
function useControl({ id: named, hint, error, autoFocus }: FieldTexts) {
  const own = useId();
  const id = named ?? own;
  return {
    id,
    'data-autofocus': autoFocus || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-answer` : undefined,
  };
}

/** A one-line text field with its rule above and its hint or error below. */
export function PlainField({ onChange, ...props }: Of<ComponentProps<typeof Input>>) {
  const { id: _, label, rule, hint, error, autoFocus: _first, ...rest } = props;
  const control = useControl(props);
  return (
    <Field id={control.id} label={label} rule={rule} hint={hint} error={error}>
      <Input
        autoComplete="off"
        spellCheck={false}
        onChange={onChange && ((event) => onChange(event.target.value))}
        {...control}
        {...rest}
      />
    </Field>
  );
}

/** A text area; `children` are shown below it. */
export function AreaField({ onChange, children, className, ...props }: Of<ComponentProps<'textarea'>>) {
  const { id: _, label, rule, hint, error, autoFocus: _first, ...rest } = props;
  const control = useControl(props);
  return (
    <Field id={control.id} label={label} rule={rule} hint={hint} error={error}>
      <textarea
        className={cn('w-full rounded-2 border border-line-control bg-surface p-2 text-ink', className)}
        onChange={onChange && ((event) => onChange(event.target.value))}
        {...control}
        {...rest}
      />
      {children}
    </Field>
  );
}

/** A native `select`; the options are the children. */
export function SelectField({ onChange, ...props }: Of<ComponentProps<'select'>>) {
  const { id: _, label, rule, hint, error, autoFocus: _first, ...rest } = props;
  const control = useControl(props);
  return (
    <Field id={control.id} label={label} rule={rule} hint={hint} error={error}>
      <Select onChange={onChange && ((event) => onChange(event.target.value))} {...control} {...rest} />
    </Field>
  );
}

/** Focuses the first invalid field after a rejected submit. */
export function focusFirstInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
