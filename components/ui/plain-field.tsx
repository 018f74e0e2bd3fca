'use client';

import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react';
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
/** A control's own props plus its texts. Without `value` the form reads the control on submit. */
type Of<P> = FieldTexts &
  Omit<P, keyof FieldTexts | 'value' | 'onChange'> & { value?: string; onChange?: (next: string) => void };

/** Splits props: `frame` for the field, `control` for the control, linked to its texts. */
function useControl<P extends Of<ComponentProps<'input' | 'textarea' | 'select'>>>(props: P) {
  const { id: named, label, rule, hint, error, autoFocus, onChange, ...rest } = props;
  const own = useId();
  const id = named ?? own;
  return {
    frame: { id, label, rule, hint, error },
    control: {
      id,
      'data-autofocus': autoFocus || undefined,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || hint ? `${id}-answer` : undefined,
      onChange: onChange && ((event: ChangeEvent<{ value: string }>) => onChange(event.target.value)),
      ...rest,
    },
  };
}

/** A one-line text field with its rule above and its hint or error below. */
export function PlainField(props: Of<ComponentProps<typeof Input>>) {
  const { frame, control } = useControl(props);
  return (
    <Field {...frame}>
      <Input autoComplete="off" spellCheck={false} {...control} />
    </Field>
  );
}

/** A text area; `children` are shown below it. */
export function AreaField({ children, className, ...props }: Of<ComponentProps<'textarea'>>) {
  const { frame, control } = useControl(props);
  return (
    <Field {...frame}>
      <textarea
        className={cn('w-full rounded-2 border border-line-control bg-surface p-2 text-ink', className)}
        {...control}
      />
      {children}
    </Field>
  );
}

/** A native `select`; the options are the children. */
export function SelectField(props: Of<ComponentProps<'select'>>) {
  const { frame, control } = useControl(props);
  return (
    <Field {...frame}>
      <Select {...control} />
    </Field>
  );
}

/** A `ref` of an element that takes the focus once: it appears over the page, or instead of a focused one. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** Focuses the first invalid field after a rejected submit. */
export function focusFirstInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
