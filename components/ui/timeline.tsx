import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type StatusShape, type Tone } from './icon.tsx';

/** Contains `<TimelineItem>`s, newest first; future ones are on top, dashed. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return <ol aria-label={label}>{children}</ol>;
}

type Props = {
  shape: StatusShape;
  tone?: Tone;
  what: ReactNode;
  when: ReactNode;
  note?: ReactNode;
  future?: boolean;
};

export function TimelineItem({ shape, tone = 'idle', what, when, note, future = false }: Props) {
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
