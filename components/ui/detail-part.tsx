import { createContext, type ReactNode, useContext } from 'react';
import { Panel } from '#components/ui/panel.tsx';

/** The same parts stand in the drawer, divided by lines, and on the transaction's own page, as panels. */
export const PlaceContext = createContext<'drawer' | 'page'>('drawer');

type Props = {
  title: string;
  note?: ReactNode;
  action?: ReactNode /** In the drawer the title is only heard. */;
  quiet?: boolean;
  children: ReactNode;
};

export function DetailPart({ title, note, action, quiet = false, children }: Props) {
  if (useContext(PlaceContext) === 'page')
    return (
      <Panel title={title} note={note} action={action}>
        {children}
      </Panel>
    );
  return (
    <section>
      {quiet ? (
        <h3 className="sr-only">{title}</h3>
      ) : (
        <div className="mb-2 flex items-center gap-2">
          <h3 className="flex-1">{title}</h3>
          {note && <span className="cap">{note}</span>}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
