'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Repeats the title: "Pedir saque de R$ 18.400,00". */
  confirmLabel: ReactNode;
  onConfirm: () => void;
  busy?: boolean;
  closeLabel?: string;
  note?: ReactNode;
  /** To whom, from what, what remains; a password field here carries `data-autofocus`. */
  children: ReactNode;
  /** True where the body holds the first focus (a password); else it is on Back. */
  focusInside?: boolean;
};

/** Covers the page: title, what will happen, Back and the one filled button. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  confirmLabel,
  onConfirm,
  note,
  children,
  ...rest
}: Props) {
  const t = useTranslations('common');
  const { busy = false, closeLabel, focusInside = false } = rest;
  const footer = (
    <>
      {note && <span className="note">{note}</span>}
      <Button onClick={onClose} data-autofocus={focusInside ? undefined : true}>
        {t('back')}
      </Button>
      <Button variant="main" onClick={onConfirm} disabled={busy} aria-busy={busy}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={footer}
      {...(closeLabel ? { closeLabel } : {})}
    >
      {children}
    </Dialog>
  );
}
