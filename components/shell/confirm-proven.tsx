'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ProofField } from './proof-field.tsx';
import { useProofForm } from './use-proof-form.ts';

type Props = {
  /** Verb and amount, count or thing; mounted means open. */
  title: ReactNode;
  /** Repeats the title. */
  confirmLabel: ReactNode;
  /** Acts; what it throws is shown here. Closing is the caller's. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** False where the change needs no fresh proof of identity. */
  proof?: boolean;
  /** The password is asked for whatever this browser believes. */
  always?: boolean;
  danger?: boolean;
  wide?: boolean;
  note?: ReactNode;
  /** What ×, Esc and Back leave undone: "Fechar sem remover". */
  closeLabel?: string;
  children?: ReactNode;
};

/** What will happen, the password where one is due, Back, and the one filled button that repeats the title. */
export function ConfirmProven(props: Props) {
  const { title, confirmLabel, onConfirm, onClose, proof = true, always = false, children } = props;
  const t = useTranslations('common');
  const id = useId();
  const form = useProofForm(onConfirm, { proof, always });
  const footer = (
    <>
      {props.note && <span className="note">{props.note}</span>}
      <Button onClick={onClose} data-autofocus={form.due ? undefined : true}>
        {t('back')}
      </Button>
      <Button
        type="submit"
        form={id}
        variant={props.danger ? 'danger' : 'main'}
        aria-disabled={form.busy || form.left > 0 || undefined}
        aria-busy={form.busy || undefined}
      >
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={footer}
      wide={props.wide ?? false}
      {...(props.closeLabel ? { closeLabel: props.closeLabel } : {})}
    >
      <form
        id={id}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {children}
        <ProofField form={form} />
        {Boolean(form.error) && <ErrorCard error={form.error} />}
      </form>
    </Dialog>
  );
}
