import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

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

/** The same half where there is nothing to open. */
export function ChipWords({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <span>
      {label}: <b>{value}</b>
    </span>
  );
}

export function ChipRemove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon name="x" size="s" />
    </button>
  );
}
