import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = Omit<ComponentProps<'button'>, 'value'> & {
  label: ReactNode;
  value?: ReactNode;
  /** Accessible name of the ×; without it the chip cannot be removed. */
  removeLabel?: string;
  onRemove?: () => void;
};

/** A filter in force: the words open it (use inside Popover's `trigger`), the × removes it. */
export function Chip({ label, value, removeLabel, onRemove, ...rest }: Props) {
  return (
    <span className="chip">
      <ChipButton label={label} value={value} caret={!onRemove} {...rest} />
      {onRemove && <ChipRemove label={removeLabel ?? ''} onClick={onRemove} />}
    </span>
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'value'> & {
  label: ReactNode;
  value?: ReactNode;
  caret?: boolean;
};

/** The opening half alone, to be a Popover's trigger inside `<span className="chip">`. */
export function ChipButton({ label, value, caret = false, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest}>
      {label}
      {value !== undefined && (
        <>
          : <b>{value}</b>
        </>
      )}
      {caret && <Icon name="down" size="s" />}
    </button>
  );
}

export function ChipRemove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon name="x" size="s" />
    </button>
  );
}

/** Dashed: a filter that does not exist yet. */
export function ChipAdd({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <span className="chip chip-add">
      <button type="button" {...rest}>
        <Icon name="plus" size="s" />
        {children}
      </button>
    </span>
  );
}
