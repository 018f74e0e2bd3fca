import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** Links between pages of one subject; `aria-current` marks the open one. */
export function Tabs({ className, ...rest }: ComponentProps<'nav'>) {
  return (
    <nav
      className={cn(
        'flex flex-none gap-5 overflow-x-auto border-b border-line-strong px-gutter [scrollbar-width:none]',
        className,
      )}
      {...rest}
    />
  );
}

const TAB = [
  'inline-flex h-8.5 scroll-mx-gutter items-center gap-1.5 border-y-3 border-transparent whitespace-nowrap',
  'text-ink-2 no-underline aria-[current]:border-b-accent aria-[current]:font-semibold',
  'aria-[current]:text-ink focus-visible:-outline-offset-2',
].join(' ');

/** Scrolls the open tab into view, with a piece of its neighbour, where not all tabs fit. */
const inSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function TabLink({ href, open, children }: { href: string; open: boolean; children: ReactNode }) {
  return (
    <Link className={TAB} href={href} ref={open ? inSight : null} aria-current={open ? 'page' : undefined}>
      {children}
    </Link>
  );
}
