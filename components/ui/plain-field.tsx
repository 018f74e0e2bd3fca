'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Field, Input, Select } from '#components/ui/field.tsx';

type Said = {
  id?: string;
  label: ReactNode;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  autoFocus?: boolean | undefined;
};
/** A control's own props, with what stands around it; without `value` the form is read when it is sent. */
type Of<P> = Said &
  Omit<P, keyof Said | 'value' | 'onChange'> & { value?: string; onChange?: (next: string) => void };

/** Ties a control to its label, its answer and the dialog that opens with it. */
function useControl({ id: named, hint, error, autoFocus }: Said) {
  const own = useId();
  const id = named ?? own;
  return {
    id,
    'data-autofocus': autoFocus || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-answer` : undefined,
  };
}

/** One line of text with its rule above and its answer below. */
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

/** Several lines of text; what else belongs to them stands below (`children`). */
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

/** A native choice; its options are the children. */
export function SelectField({ onChange, ...props }: Of<ComponentProps<'select'>>) {
  const { id: _, label, rule, hint, error, autoFocus: _first, ...rest } = props;
  const control = useControl(props);
  return (
    <Field id={control.id} label={label} rule={rule} hint={hint} error={error}>
      <Select onChange={onChange && ((event) => onChange(event.target.value))} {...control} {...rest} />
    </Field>
  );
}
