import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

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
export function Field({ id, label, rule, hint, error, children, className = '' }: Props) {
  return (
    <div className={`form-field ${className}`}>
      <div className="form-label">
        <label htmlFor={id}>{label}</label>
        {rule && <span className="rule">{rule}</span>}
      </div>
      {children}
      {error ? (
        <p id={`${id}-answer`} className="form-answer text-danger-ink">
          <Icon name="octagon" tone="danger" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p id={`${id}-answer`} className="form-answer">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
