import type { ReactNode } from 'react';
import { Icon, type IconName, type Tone } from './icon.tsx';

type Props = { icon?: IconName; tone?: Tone; name: ReactNode; note: ReactNode; children?: ReactNode };

/** One thing in a `line-list`: its sign, its name over a note, and at the right its time or its buttons. */
export function ListLine({ icon, tone = 'idle', name, note, children }: Props) {
  return (
    <li>
      {icon && <Icon name={icon} tone={tone} />}
      <div className="min-w-0 flex-1 basis-40">
        <div className="break-words text-ink">{name}</div>
        <div className="text-xs break-words text-ink-3">{note}</div>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2 text-xs text-ink-3">{children}</div>
    </li>
  );
}
