import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from './cn.ts';
import { panelVariants } from './panel-variants.ts';

/** Id of what the panels below stand for, where several of a title stand on one page: it joins their names. */
export const PanelOwner = createContext<string | null>(null);

type Props = {
  title: ReactNode;
  /** Quiet words beside the title: scope, time, zone. */
  note?: ReactNode;
  /** At the right of the head: one link or small button. */
  action?: ReactNode;
  footer?: ReactNode;
  /** Dashed: what the provider does not have. */
  local?: boolean;
  /** False where a table or list touches the edges. */
  padded?: boolean;
  busy?: boolean;
  className?: string;
  children: ReactNode;
};

/** A titled frame; its title names the region. */
export function Panel({
  title,
  note,
  action,
  footer,
  local,
  padded = true,
  busy,
  className,
  children,
}: Props) {
  const id = useId();
  const owner = useContext(PanelOwner);
  return (
    <section
      className={cn(panelVariants({ local }), className)}
      aria-labelledby={owner === null ? id : `${id} ${owner}`}
      aria-busy={busy || undefined}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className="cap">{note}</span>}
        {action && (
          <span className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2 text-xs">
            {action}
          </span>
        )}
      </header>
      {padded ? <div className="p-panel">{children}</div> : children}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
