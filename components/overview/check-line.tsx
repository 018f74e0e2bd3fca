'use client';

import type { ReactNode } from 'react';
import { CheckList } from '#components/ui/check-list.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';

type Props = { kind: StatusKind; what: ReactNode; aside?: ReactNode; children?: ReactNode };

/** One fact that holds or does not; stands in a `CheckList`. */
export function CheckLine({ kind, what, aside, children }: Props) {
  const { shape, tone } = statusStyle(kind);
  return (
    <li>
      <Icon name={shape} tone={tone} />
      <span className="what">{what}</span>
      <span className="aside">{aside}</span>
      {children && <div className="note">{children}</div>}
    </li>
  );
}

/** The room of `lines` facts that are still read. */
export function WaitingChecks({ lines }: { lines: readonly string[] }) {
  return (
    <CheckList>
      {lines.map((line) => (
        <li key={line}>
          <Skeleton width="1rem" />
          <Skeleton width="9rem" />
          <Skeleton width="4rem" />
        </li>
      ))}
    </CheckList>
  );
}
