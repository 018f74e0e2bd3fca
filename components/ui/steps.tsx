import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type StatusShape, type Tone } from './icon.tsx';

export type Step = {
  id: string;
  title: ReactNode;
  /** Quiet text next to the title: when it was done, what comes next. */
  note?: ReactNode;
  state: 'done' | 'skipped' | 'current' | 'later';
  children?: ReactNode;
};

/** Classes of an `li` with its mark and content; a line connects each mark to the next. */
export const stepLine =
  'group relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 pb-3 before:absolute before:top-6 before:bottom-0 before:left-2.75 before:border-line-strong before:border-l last:before:hidden';
/** Classes of a step's mark. A skipped step's mark is empty and dashed. */
export const stepMark =
  'inline-grid size-5.75 place-content-center rounded-full border border-line-control bg-[var(--step,var(--surface-raised))] text-xs leading-none text-ink-3 group-aria-[current]:border-ink group-aria-[current]:bg-ink group-aria-[current]:font-semibold group-aria-[current]:text-ink-inverse group-data-[done]:border-accent group-data-[done]:bg-accent group-data-[done]:text-ink-inverse group-data-[skipped]:border-dashed group-data-[skipped]:bg-transparent group-data-[skipped]:text-warn-ink';

/** Vertical steps: done ones are one line, the current one is open, later ones show only their title. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label}>
      {steps.map(({ id, title, note, state, children }, index) => (
        <li
          key={id}
          className={stepLine}
          data-done={state === 'done' || undefined}
          data-skipped={state === 'skipped' || undefined}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={stepMark}>
            {state === 'done' && <Icon name="tick" size="s" />}
            {state === 'skipped' && <Icon name="right" size="s" />}
            {state !== 'done' && state !== 'skipped' && index + 1}
          </span>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
            <h3 className="font-normal text-ink-2 text-sm/6 group-aria-[current]:font-semibold group-aria-[current]:text-ink">
              {title} {note && <small className="text-ink-3 text-[length:inherit] font-normal">{note}</small>}
            </h3>
            {children}
          </div>
        </li>
      ))}
    </ol>
  );
}

type Props<Id extends string> = {
  label: string;
  current: Id;
  steps: readonly { id: Id; title: ReactNode }[];
};

/** The steps at the top of a sheet; done ones have a tick. */
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

/** Contains `<TimelineItem>`s, newest first; future ones are on top, dashed. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return <ol aria-label={label}>{children}</ol>;
}

type TimelineProps = {
  shape: StatusShape;
  tone?: Tone;
  what: ReactNode;
  when: ReactNode;
  note?: ReactNode;
  future?: boolean;
};

export function TimelineItem({ shape, tone = 'idle', what, when, note, future = false }: TimelineProps) {
  return (
    <li
      className={cn(
        'relative grid grid-cols-[1.125rem_minmax(0,1fr)_max-content] gap-x-2 pb-2',
        'before:absolute before:top-[1.0625rem] before:bottom-0 before:left-2 before:border-l',
        'last:before:hidden',
        future ? 'before:border-dashed before:border-line-control' : 'before:border-line-strong',
      )}
    >
      <Icon name={shape} tone={tone} className="mt-px ml-px size-3.75" />
      <span className="font-medium wrap-anywhere text-ink">{what}</span>
      <span className="text-right text-xs/4.5 text-ink-3">{when}</span>
      {note && <div className="col-[2/4] text-xs wrap-anywhere text-ink-3">{note}</div>}
    </li>
  );
}
