import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

/** Classes of a field: one line above (label, rule), the control, one line below (the answer). */
export const fieldVariants = cva('grid min-w-0 content-start gap-[3px]');
/** Classes of the line above, whatever element it is. */
export const fieldLabel = cva('flex items-baseline justify-between gap-2 text-xs font-medium text-ink-2');
/** Classes of the line below, whatever element it is. */
export const fieldAnswer = cva('flex items-start gap-1.5 text-xs [&_svg]:mt-px [&_svg]:size-3.5', {
  variants: { fault: { true: 'text-danger-ink', false: 'text-ink-3' } },
  defaultVariants: { fault: false },
});

/** Two fields side by side; one below the other on a phone. */
export const FIELD_PAIR = 'grid grid-cols-2 gap-3 max-wide:grid-cols-1';

/** Classes of what the label's line says at the right: "12 de 64". */
export const FIELD_RULE = 'font-normal text-ink-3';

type Props = {
  id: string;
  label: ReactNode;
  /** Always visible, at the right: "12 de 64". */
  rule?: ReactNode;
  /** The line below; its id is `<id>-answer`, for aria-describedby. */
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** Label and rule above, the answer below. The control inside has `id`. */
export function Field({ id, label, rule, hint, error, children, className }: Props) {
  return (
    <div className={cn(fieldVariants(), className)}>
      <div className={fieldLabel()}>
        <label htmlFor={id}>{label}</label>
        {rule && <span className={FIELD_RULE}>{rule}</span>}
      </div>
      {children}
      {error ? (
        <p id={`${id}-answer`} className={fieldAnswer({ fault: true })}>
          <Icon name="octagon" tone="danger" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p id={`${id}-answer`} className={fieldAnswer()}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
