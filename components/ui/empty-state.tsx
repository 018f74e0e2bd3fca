import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { panelVariants } from './panel.tsx';

type Props = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  code?: ReactNode;
  framed?: boolean;
  /** True where the page has no other main heading. */
  alone?: boolean;
};

/** Explains why there is nothing and offers the next step. */
export function EmptyState({ title, children, action, code, framed = false, alone = false }: Props) {
  return (
    <div className={cn(framed && panelVariants(), 'empty-state grid justify-items-start gap-1.5 px-4 py-5')}>
      {alone ? <h1 className="text-sm">{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      {code && <span className="cap">{code}</span>}
    </div>
  );
}
