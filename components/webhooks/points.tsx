import type { ReactNode } from 'react';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';

/** What one must know, point by point, each with its sign. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid gap-1.5">{children}</ul>;
}

export function Point({ icon, tone, children }: { icon: IconName; tone?: Tone; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 [&>svg]:mt-0.5 [&>svg]:size-3.5">
      <Icon name={icon} tone={tone} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
