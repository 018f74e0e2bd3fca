import { cva } from 'class-variance-authority';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Skeletons } from './skeleton.tsx';

type Props = {
  title: ReactNode;
  /** Quiet text next to the title: scope, time, zone. */
  note?: ReactNode;
  /** One link or small button at the right of the header. */
  action?: ReactNode;
  footer?: ReactNode;
  /** Dashed: the provider does not have this data. */
  local?: boolean;
  /** False where a table or list touches the edges. */
  padded?: boolean;
  busy?: boolean;
  className?: string;
  children: ReactNode;
};

/** Classes of a panel, for any element; `header` and `footer` inside it touch its edges. */
export const panelVariants = cva(
  [
    'panel @container/room min-w-0 rounded-3 border bg-surface',
    '[--filters-line:1px_solid_var(--line)] [--filters-top:0.5rem] [--filters-x:var(--panel-pad)]',
    '[:where(&>header)]:flex [:where(&>header)]:min-h-8.5 [:where(&>header)]:flex-wrap [:where(&>header)]:items-center [:where(&>header)]:gap-x-2',
    '[:where(&>header)]:gap-y-1 [:where(&>header)]:border-b [:where(&>header)]:border-line [:where(&>header)]:px-panel [:where(&>header)]:py-1.5',
    '[&>header_.cap]:font-normal',
    '[:where(&>footer)]:border-t [:where(&>footer)]:border-line [:where(&>footer)]:px-panel [:where(&>footer)]:py-1.5 [:where(&>footer)]:text-xs/4.5',
    '[:where(&>footer)]:text-ink-3',
    '[:where(&>footer:has(>.btn))]:flex [:where(&>footer:has(>.btn))]:flex-wrap [:where(&>footer:has(>.btn))]:items-center',
    '[:where(&>footer:has(>.btn))]:gap-2',
  ],
  {
    variants: {
      /** Dashed: the provider does not have it, or has not confirmed it. */
      local: { true: 'border-dashed border-line-control', false: 'border-line-strong' },
    },
    defaultVariants: { local: false },
  },
);

/** A titled frame; its title names the region. */
export function Panel({ title, note, action, footer, padded = true, children, ...frame }: Props) {
  const id = useId();
  return (
    <section
      className={cn(panelVariants({ local: frame.local }), frame.className)}
      aria-labelledby={id}
      aria-busy={frame.busy || undefined}
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

/** Placeholder of a panel: the title is shown while its content is read. */
export function PanelSkeleton({ title }: { title: string }) {
  return (
    <Panel title={title} busy>
      <div className="grid gap-3">
        <Skeletons widths={['60%', '80%', '50%']} />
      </div>
    </Panel>
  );
}

type EmptyProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  framed?: boolean;
  /** True where the page has no other main heading. */
  alone?: boolean;
};

/** Explains why there is nothing and offers the next step. */
export function EmptyState({ title, children, action, framed = false, alone = false }: EmptyProps) {
  return (
    <div className={cn(framed && panelVariants(), 'empty-state grid justify-items-start gap-1.5 px-4 py-5')}>
      {alone ? <h1 className="text-sm">{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
    </div>
  );
}
