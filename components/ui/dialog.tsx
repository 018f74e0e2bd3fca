'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';

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
      className={wide ? 'dialog dialog-wide' : 'dialog'}
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
          <header>
            <h2 id={id}>{title}</h2>
            <IconButton
              icon="x"
              label={closeLabel ?? t('close')}
              shortcut="Esc"
              onClick={() => (stays ? onClose() : ref.current?.close())}
            />
          </header>
          <div className="dialog-body">{children}</div>
          {footer && <footer>{footer}</footer>}
        </>
      )}
    </dialog>
  );
}
