'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { drawerClasses } from './layer-styles.ts';

type Props = {
  /** Name of the region: "Transação pedido-48283". */
  label: string;
  title: ReactNode;
  onClose: () => void;
  /** Name of the ×: what closing does not do ("Fechar sem reenviar"). */
  closeLabel?: string;
  /** Previous, next, link, own page: IconButtons. */
  tools?: ReactNode;
  /** Pinned at the foot; at most one filled button. */
  footer?: ReactNode;
  /** True moves the focus to the title when it opens (opened by keyboard or press). */
  focusOnOpen?: boolean;
  /** `<section>`s, each with an `<h3>`. */
  children: ReactNode;
};

/** One record beside the list; not modal. Esc closes it and the focus goes back to what opened it. */
export function Drawer({
  label,
  title,
  onClose,
  closeLabel,
  tools,
  footer,
  focusOnOpen = false,
  children,
}: Props) {
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
        {tools}
        <IconButton icon="x" label={closeLabel ?? t('close')} shortcut="Esc" onClick={onClose} />
      </header>
      <div className={drawerClasses.body} data-scroller="">
        {children}
      </div>
      {footer && <Foot>{footer}</Foot>}
    </aside>
  );
}

/** Its buttons go once what they offer was done; the focus that was on one of them stays in the drawer. */
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
