import type { ReactNode } from 'react';

export type SheetStep = { id: string; title: ReactNode; done?: ReactNode };
type Props = { steps: readonly SheetStep[]; current: string; label: string };

/** Named steps at the top of a sheet (use inside Drawer with room="sheet"). */
export function SheetSteps({ steps, current, label }: Props) {
  const at = steps.findIndex((step) => step.id === current);
  return (
    <ol className="sheet-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          data-done={index < at || undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="number">{index + 1}</span>
          {step.title}
        </li>
      ))}
    </ol>
  );
}
