'use client';

import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';

/** The browser's modal dialog. Its backdrop starts below the environment band, which stays readable. */
export const dialogSurface = cva(
  'fixed inset-[var(--env)_0_0] m-auto max-h-[calc(100dvh-var(--env)-1.5rem)] flex-col rounded-3 border border-line-strong bg-raised text-ink-2 shadow-float backdrop:inset-[var(--env)_0_0] backdrop:bg-scrim open:flex open:animate-layer',
  {
    variants: {
      width: {
        normal: 'w-[min(30rem,calc(100vw-1.5rem))]',
        wide: 'w-[min(35rem,calc(100vw-1.5rem))]',
      },
    },
    defaultVariants: { width: 'normal' },
  },
);

type Props = {
  open: boolean;
  onClose: () => void;
  /** A verb and an amount or a count. */
  title: ReactNode;
  /** Label of the ×: what closing does not do ("Fechar sem sacar"). */
  closeLabel?: string | undefined;
  wide?: boolean;
  footer?: ReactNode;
  /** Esc and × only call `onClose`; the dialog stays open, so that the caller can show a question first. */
  stays?: boolean;
  children: ReactNode;
};

/**
 * The browser's modal dialog: it traps the focus, makes the page inert and returns the focus. The element
 * with `data-autofocus` is focused first. Esc and × only close.
 */
export function Dialog(props: Props) {
  const { open, onClose, title, closeLabel, wide = false, footer, stays = false, children } = props;
  const t = useTranslations('common');
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const unmounted = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    unmounted.current = false;
    return () => {
      // Unmounted while open: the browser returns the focus only when the dialog is closed.
      unmounted.current = true;
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={dialogSurface({ width: wide ? 'wide' : 'normal' })}
      aria-labelledby={id}
      onClose={() => {
        if (!unmounted.current) onClose();
      }}
      onCancel={(event) => {
        if (!stays) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {open && (
        <>
          <header className="flex items-center gap-2 px-4 pt-3">
            <h2 id={id} className="flex-1 text-md">
              {title}
            </h2>
            <IconButton
              icon="x"
              label={closeLabel ?? t('close')}
              shortcut="Esc"
              onClick={() => (stays ? onClose() : ref.current?.close())}
            />
          </header>
          <div className="relative grid gap-3 overflow-auto px-4 py-3" data-scroller="">
            {children}
          </div>
          {footer && (
            // On a phone button labels wrap, so that they can be read whole.
            <footer className="flex items-center justify-end gap-2 border-line border-t px-4 py-2 max-wide:flex-wrap max-wide:[&>:is(a,button)]:h-auto max-wide:[&>:is(a,button)]:min-h-control max-wide:[&>:is(a,button)]:flex-1 max-wide:[&>:is(a,button)]:whitespace-normal max-wide:[&>:is(a,button)]:py-1.5 max-wide:[&>:is(a,button)]:leading-[1.2]">
              {footer}
            </footer>
          )}
        </>
      )}
    </dialog>
  );
}
