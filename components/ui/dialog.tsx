'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { dialogSurface } from './layer-styles.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Verb and amount or count. */
  title: ReactNode;
  /** Name of the ×: what closing does not do ("Fechar sem sacar"). */
  closeLabel?: string;
  wide?: boolean;
  footer?: ReactNode;
  /** Esc and × leave it open and call `onClose`: something has to be asked first. */
  stays?: boolean;
  children: ReactNode;
};

/**
 * The browser's own modal dialog: it holds the focus, makes the page inert and gives the focus back. What must
 * have the focus first carries `data-autofocus`. Esc and × close and do nothing else.
 */
export function Dialog(props: Props) {
  const { open, onClose, title, closeLabel, wide = false, footer, stays = false, children } = props;
  const t = useTranslations('common');
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
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
    gone.current = false;
    return () => {
      // Taken away while open: the browser gives the focus back only when it is closed.
      gone.current = true;
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={dialogSurface({ width: wide ? 'wide' : 'normal' })}
      aria-labelledby={id}
      onClose={() => {
        if (!gone.current) onClose();
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
            // On a phone the words of a button are read whole before it is pressed.
            <footer className="flex items-center justify-end gap-2 border-line border-t px-4 py-2 max-wide:flex-wrap max-wide:[&>:is(a,button)]:h-auto max-wide:[&>:is(a,button)]:min-h-control max-wide:[&>:is(a,button)]:flex-1 max-wide:[&>:is(a,button)]:whitespace-normal max-wide:[&>:is(a,button)]:py-1.5 max-wide:[&>:is(a,button)]:leading-[1.2]">
              {footer}
            </footer>
          )}
        </>
      )}
    </dialog>
  );
}
