import type { ReactNode } from 'react';

type Props = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  code?: ReactNode;
  framed?: boolean;
};

/** Says why nothing is here and offers the next step. */
export function EmptyState({ title, children, action, code, framed = false }: Props) {
  return (
    <div className={framed ? 'panel empty-state' : 'empty-state'}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      {code && <span className="cap">{code}</span>}
    </div>
  );
}
