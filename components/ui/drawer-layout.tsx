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
    <div
      className="group/layout grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] max-drawer:data-[open=sheet]:relative wide:data-[open=drawer]:grid-cols-[minmax(0,1fr)_var(--drawer)] drawer:data-[open=sheet]:grid-cols-[minmax(0,1fr)_var(--sheet)]"
      data-region="layout"
      data-open={drawer ? room : undefined}
    >
      <div className="@container/room flex min-h-0 min-w-0 flex-col" data-region="column">
        {children}
      </div>
      {drawer}
    </div>
  );
}
