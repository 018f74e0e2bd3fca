import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';

/** A page for who is not inside yet, or not wholly: one frame in the middle, the brand on top. */
export function Door({
  title,
  note,
  children,
}: {
  title?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="doors">
      <main className="door door-in">
        <p className="brand">
          <Brand />
        </p>
        {title && (
          <div>
            <h1>{title}</h1>
            {note && <p className="text-ink-3">{note}</p>}
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
