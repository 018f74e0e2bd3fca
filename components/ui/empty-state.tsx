import type { ReactNode } from 'react';

type Props = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  code?: ReactNode;
  framed?: boolean;
  /** True where no other heading leads the page. */
  alone?: boolean;
};

/** Says why nothing is here and offers the next step. */
export function EmptyState({ title, children, action, code, framed = false, alone = false }: Props) {
  return (
    <div className={framed ? 'panel empty-state' : 'empty-state'}>
      {alone ? <h1 className="text-sm">{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      {code && <span className="cap">{code}</span>}
    </div>
  );
}
