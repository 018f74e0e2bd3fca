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
    <ol className="flex" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className="group flex flex-auto items-center gap-1.5 border-line-strong border-b-2 py-2 pr-1.5 text-ink-3 text-xs/4.5 aria-[current]:border-accent data-[done]:border-accent-line aria-[current]:font-semibold aria-[current]:text-ink"
          data-done={index < at || undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="inline-grid size-4.5 place-content-center rounded-full border border-current text-2xs leading-none group-data-[done]:border-accent group-aria-[current]:border-ink group-data-[done]:bg-accent group-aria-[current]:bg-ink group-aria-[current]:text-ink-inverse group-data-[done]:text-ink-inverse">
            {index < at ? <Icon name="tick" size="s" /> : index + 1}
          </span>
          {step.title}
        </li>
      ))}
    </ol>
  );
}
