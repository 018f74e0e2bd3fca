import type { ReactNode } from 'react';
import { Icon, type IconName, type Tone } from './icon.tsx';

type Props = { tone?: Tone; icon?: IconName; local?: boolean; title?: string; children: ReactNode };

/** Shape and words on a ground, for heads. `local` (dashed) is a fact that only Guichê has. */
export function Badge({ tone = 'idle', icon, local = false, title, children }: Props) {
  return (
    <span
      className={local ? 'badge badge-local' : 'badge'}
      data-tone={local ? undefined : tone}
      title={title}
    >
      {icon && <Icon name={icon} tone={tone} />}
      {children}
    </span>
  );
}
