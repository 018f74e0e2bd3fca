import { cva, type VariantProps } from 'class-variance-authority';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** Fills the height below the shell's notices: a header, tabs and a page, or a layout with a drawer. */
export function PageFrame({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col">{children}</div>;
}

/**
 * The header of a page: title, age of the data, actions. Where it is narrow, elements with `data-own-line`
 * share a second line with the age. An empty live region leaves no gap, and a long title wraps next to the
 * back link.
 */
export function PageHeader({ children }: { children: ReactNode }) {
  return (
    <header className="group/head flex min-h-bar flex-none flex-wrap items-center gap-x-3 gap-y-2 px-gutter py-1.5 max-wide:relative max-wide:gap-2 max-wide:py-2 max-wide:pr-[calc(var(--gutter)+var(--control)+0.5rem)] @min-[30rem]/room:justify-end head-folds:has-[>[data-own-line]]:gap-y-1 head-folds:has-[>[data-own-line]]:after:order-1 head-folds:has-[>[data-own-line]]:after:basis-full head-folds:*:data-[own-line=actions]:order-3 head-folds:*:data-[own-line=actions]:ml-auto head-folds:*:data-[own-line=actions]:flex head-folds:*:data-[own-line=actions]:items-center head-folds:*:data-[own-line=actions]:gap-2 max-wide:*:data-[own-line=actions]:mr-[calc(-0.5rem-var(--control))] [&>:is(a,button):first-child+h1]:max-w-[calc(100%-2.5rem)] [&>[role=status]:empty]:-ml-3 max-wide:[&>[role=status]:empty]:-ml-2">
      {children}
    </header>
  );
}

/** Actions of a page that share one line in a narrow header; elsewhere they are placed one by one. */
export function HeadActions({ children }: { children: ReactNode }) {
  return (
    <span className="contents" data-own-line="actions">
      {children}
    </span>
  );
}

export const LiveDot = () => <span className="size-1.5 rounded-full bg-ok-line" />;

/*
 * The scroller is `relative`: otherwise text for screen readers hangs outside and makes the document taller.
 * Rows keep their height (`auto-rows-max`), so that panels are not squeezed.
 */
const page = cva(
  '@container/room relative min-h-0 flex-1 auto-rows-max overflow-auto px-gutter pb-gutter [--foot:var(--gutter)] max-wide:overflow-visible [:where(nav+&)]:pt-4',
  { variants: { layout: { block: '', stack: 'grid grid-cols-[minmax(0,1fr)] content-start gap-4' } } },
);

/** The scrolling part below the header. `stack`: panels below each other. */
export function Page({ layout, className, ...rest }: ComponentProps<'div'> & VariantProps<typeof page>) {
  return <div className={cn(page({ layout }), className)} data-region="page" {...rest} />;
}

/** Links between pages of one subject; `aria-current` marks the open one. */
export function Tabs(props: Omit<ComponentProps<'nav'>, 'className'>) {
  return (
    <nav
      className="flex flex-none gap-5 overflow-x-auto border-b border-line-strong px-gutter [scrollbar-width:none]"
      {...props}
    />
  );
}

/** Scrolls the open tab into view, with a piece of its neighbour, where not all tabs fit. */
const inSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function TabLink({ href, open, children }: { href: string; open: boolean; children: ReactNode }) {
  return (
    <Link
      className="inline-flex h-8.5 scroll-mx-gutter items-center gap-1.5 border-y-3 border-transparent whitespace-nowrap text-ink-2 no-underline aria-[current]:border-b-accent aria-[current]:font-semibold aria-[current]:text-ink focus-visible:-outline-offset-2"
      href={href}
      ref={open ? inSight : null}
      aria-current={open ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

type SelectionBarProps = { label: string; status: ReactNode; children: ReactNode };

/**
 * The bar below a table: what is selected (`status`, announced as it changes), then the actions. On a phone
 * the last button, which clears the selection, is at the end of the first line.
 */
export function SelectionBarFrame({ label, status, children }: SelectionBarProps) {
  return (
    <section
      className="relative flex flex-none flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-gutter py-2 text-ink-inverse [&_:focus-visible]:outline-current [&_:is(b,[data-direction],[data-direction]>*)]:text-inherit [&_button]:border-current/50! [&_button]:bg-transparent! [&_button]:text-inherit! [&_button_svg]:text-inherit! max-wide:[&>:last-child]:absolute max-wide:[&>:last-child]:top-2 max-wide:[&>:last-child]:right-gutter"
      aria-label={label}
    >
      <span
        role="status"
        className="flex flex-wrap items-center gap-x-3 max-wide:min-h-control max-wide:basis-full max-wide:pr-[calc(var(--control)+0.5rem)]"
      >
        {status}
      </span>
      <span className="flex-1 max-wide:hidden" />
      {children}
    </section>
  );
}
