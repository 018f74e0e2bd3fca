import type { ReactNode } from 'react';
import { Icon, type StatusShape, type Tone } from './icon.tsx';

/** `<TimelineItem>`s, newest on top; the future stands above, dashed. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className="timeline" aria-label={label}>
      {children}
    </ol>
  );
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
    <li data-future={future || undefined}>
      <Icon name={shape} tone={tone} />
      <span className="what">{what}</span>
      <span className="when">{when}</span>
      {note && <div className="note">{note}</div>}
    </li>
  );
}
