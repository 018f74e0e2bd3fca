'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { Page, PageHeader } from './page.tsx';
import { panelVariants } from './panel.tsx';
import { Skeleton, Skeletons } from './skeleton.tsx';

/**
 * A drawer next to the page. In a `sheet` layout (`DrawerLayout`) it overlays the page from 761 to 1180 px;
 * on a phone it fills the screen. Sections in it may set their own padding and border.
 */
const drawerClasses = {
  frame:
    'relative z-3 flex min-h-0 min-w-0 animate-drawer flex-col bg-raised shadow-sheet max-wide:fixed max-wide:inset-[var(--env)_0_0] max-wide:z-30 wide:max-drawer:group-data-[open=sheet]/layout:absolute wide:max-drawer:group-data-[open=sheet]/layout:inset-[0_0_0_auto] wide:max-drawer:group-data-[open=sheet]/layout:z-6 wide:max-drawer:group-data-[open=sheet]/layout:w-[min(var(--sheet),100%)] forced-colors:border',
  head: 'flex h-bar flex-none items-center gap-1 border-line border-b pr-2 pl-4',
  body: 'relative min-h-0 flex-1 overflow-auto [:where(&_section)]:border-line [:where(&_section)]:border-b [:where(&_section)]:px-4 [:where(&_section)]:py-3 [:where(&_section>h3)]:mb-2 [:where(&_section>h3)]:flex [:where(&_section>h3)]:items-center [:where(&_section>h3)]:gap-2',
  // Hidden without actions. On a phone the text next to the buttons gets its own line.
  foot: 'flex flex-none flex-wrap items-center gap-2 border-line-strong border-t bg-surface px-4 py-2 has-[>:only-child:empty]:hidden max-wide:[&:has(>span.flex-1:not(:empty))>:is(a,button)]:flex-1 max-wide:[&>span.flex-1:not(:empty)]:min-w-full',
};

type Props = {
  /** Name of the region: "Transação pedido-48283". */
  label: string;
  title: ReactNode;
  onClose: () => void;
  /** Label of the ×: what closing does not do ("Fechar sem reenviar"). */
  closeLabel?: string | undefined;
  /** Previous, next, link, own page: IconButtons. */
  tools?: ReactNode;
  /** Pinned at the foot; at most one filled button. */
  footer?: ReactNode;
  /** True moves the focus to the title when it opens (opened by keyboard or press). */
  focusOnOpen?: boolean;
  /** `<section>`s, each with an `<h3>`. */
  children: ReactNode;
};

/** One record next to the list; not modal. Esc closes it, and the focus returns to what opened it. */
export function Drawer({ label, title, onClose, closeLabel, focusOnOpen = false, ...parts }: Props) {
  const t = useTranslations('common');
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!focusOnOpen) return;
    const opener = document.activeElement;
    ref.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [focusOnOpen]);
  return (
    <aside
      ref={ref}
      className={drawerClasses.frame}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={drawerClasses.head}>
        <h2 className="min-w-0 flex-1 truncate">{title}</h2>
        {parts.tools}
        <IconButton icon="x" label={closeLabel ?? t('close')} shortcut="Esc" onClick={onClose} />
      </header>
      <div className={drawerClasses.body} data-scroller="">
        {parts.children}
      </div>
      {parts.footer && <Foot>{parts.footer}</Foot>}
    </aside>
  );
}

/** Buttons disappear once their action is done; if one had the focus, the drawer takes it. */
function Foot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const foot = ref.current;
    const drawer = foot?.closest('aside');
    return () => {
      if (foot?.contains(document.activeElement)) drawer?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <footer ref={ref} className={drawerClasses.foot}>
      {children}
    </footer>
  );
}

type DrawerLayoutProps = {
  /** The drawer or sheet, when one is open. */
  drawer?: ReactNode;
  /** Width of the drawer: 408 px for one record, 560 px (`sheet`) for a task in steps. */
  size?: 'drawer' | 'sheet';
  children: ReactNode;
};

/** The page next to its drawer. Up to 1180 px a sheet overlays it; up to 760 px both fill the screen. */
export function DrawerLayout({ drawer, size = 'drawer', children }: DrawerLayoutProps) {
  return (
    <div
      className="group/layout grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] max-drawer:data-[open=sheet]:relative wide:data-[open=drawer]:grid-cols-[minmax(0,1fr)_var(--drawer)] drawer:data-[open=sheet]:grid-cols-[minmax(0,1fr)_var(--sheet)]"
      data-region="layout"
      data-open={drawer ? size : undefined}
    >
      <div className="@container/room flex min-h-0 min-w-0 flex-col" data-region="column">
        {children}
      </div>
      {drawer}
    </div>
  );
}

/** Placeholder of a drawer or sheet while its code loads. */
export function DrawerPlaceholder() {
  return (
    <aside className={drawerClasses.frame} aria-busy="true">
      <header className={drawerClasses.head}>
        <Skeleton width="9rem" />
      </header>
      <div className={drawerClasses.body}>
        <section className="grid gap-4">
          <Skeletons widths={['40%', '70%', '55%', '65%', '45%']} />
        </section>
      </div>
    </aside>
  );
}

/** Placeholder of a record's page while it is fetched; the server renders it without client code. */
export function RecordSkeleton({ title, label }: { title: string; label: string }) {
  return (
    <>
      <PageHeader>
        <h1>{title}</h1>
      </PageHeader>
      <Page>
        <section className={cn(panelVariants(), 'grid gap-3 p-panel')} aria-busy="true" aria-label={label}>
          <Skeletons widths={['9rem', '60%', '40%', '50%']} className="my-1" />
        </section>
      </Page>
    </>
  );
}
