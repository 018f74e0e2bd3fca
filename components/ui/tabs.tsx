import Link from 'next/link';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  current: string;
  items: readonly { id: string; href: string; label: ReactNode }[];
};

/** Tabs change the page: they are links. */
export function Tabs({ label, current, items }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => (
        <Link key={item.id} href={item.href} aria-current={item.id === current ? 'page' : undefined}>
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
