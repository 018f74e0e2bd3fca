import type { ReactNode } from 'react';

type Props = {
  /** The drawer or sheet, when one is open. */
  drawer?: ReactNode;
  /** Its room: 408 px for one record, 560 px for a task in steps. */
  room?: 'drawer' | 'sheet';
  children: ReactNode;
};

/** The page beside its drawer: the page reflows. A sheet lies over it up to 1180 px, both take the whole screen up to 760. */
export function DrawerLayout({ drawer, room = 'drawer', children }: Props) {
  return (
    <div className="with-drawer" data-open={drawer ? room : undefined}>
      <div className="room">{children}</div>
      {drawer}
    </div>
  );
}
