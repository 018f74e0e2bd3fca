import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';

type Props = { label: ReactNode; badge: ReactNode; actions: ReactNode; children: ReactNode };

/** Content shown only once: codes, links, keys, secrets; with the ways to keep it. */
export function ShownOnce({ label, badge, actions, children }: Props) {
  return (
    <div className="shown-once">
      <div className="flex flex-wrap items-center gap-2">
        <span className="cap flex-1">{label}</span>
        <Badge icon="eye">{badge}</Badge>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
