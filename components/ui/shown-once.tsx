import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { cn } from './cn.ts';

type Props = { label: ReactNode; badge: ReactNode; actions: ReactNode; children: ReactNode };

/**
 * Content shown only once (codes, links, keys, secrets), with actions to save it. Only such content has a
 * dark frame.
 */
export function ShownOnce({ label, badge, actions, children }: Props) {
  return (
    <div
      className={cn(
        'grid gap-2 rounded-2 border border-ink bg-raised p-3 [&_output]:font-mono [&_output]:text-md/6',
        '[&_output]:wrap-anywhere [&_output]:text-ink [&_output]:select-all',
        '[&_output[data-hidden]]:text-ink-3 [&_output[data-hidden]]:select-none',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="cap flex-1">{label}</span>
        <Badge icon="eye">{badge}</Badge>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
