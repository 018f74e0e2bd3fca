import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';

type Props = {
  ordinary: boolean;
  what: string;
  note: ReactNode;
  /** The control needs the whole line: it stands below. */
  wide?: boolean;
  children: ReactNode;
};

/** One thing of the account that can be put wrong; the shape before it tells whether it is. */
export function AccountLine({ ordinary, what, note, wide = false, children }: Props) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2 border-line py-1.5 first:pt-0 last:pb-0 not-last:border-b max-wide:grid-cols-[1rem_minmax(0,1fr)] max-wide:gap-y-1 max-wide:[&>:nth-child(3)]:col-[2]">
      <Icon name={ordinary ? 'check' : 'lock'} tone={ordinary ? 'ok' : 'warn'} className="mt-px" />
      <span className="font-medium text-ink">{what}</span>
      {!wide && children}
      <div className="col-[2/4] text-ink-3 text-xs max-wide:col-[2]">
        {note}
        {wide && <div className="mt-1.5">{children}</div>}
      </div>
    </li>
  );
}
