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
    <li>
      <Icon name={ordinary ? 'check' : 'lock'} tone={ordinary ? 'ok' : 'warn'} />
      <span className="what">{what}</span>
      {!wide && children}
      <div className="note">
        {note}
        {wide && <div className="mt-1.5">{children}</div>}
      </div>
    </li>
  );
}
