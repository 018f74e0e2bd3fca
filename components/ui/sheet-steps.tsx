import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props<Id extends string> = {
  label: string;
  current: Id;
  steps: readonly { id: Id; title: ReactNode }[];
};

/** The named steps on top of a sheet; done ones carry a tick. */
export function SheetSteps<Id extends string>({ label, current, steps }: Props<Id>) {
  const at = steps.findIndex(({ id }) => id === current);
  return (
    <ol className="sheet-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          data-done={index < at || undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="number">{index < at ? <Icon name="tick" size="s" /> : index + 1}</span>
          {step.title}
        </li>
      ))}
    </ol>
  );
}
