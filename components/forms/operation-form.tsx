import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { focusFirstInvalid, focusOnMount } from '#components/ui/plain-field.tsx';

/** The state that the form needs; `useOperation` and `useOperationForm` return it. */
export type FormOfChange = Proof & {
  begun: { id: string } | null;
  dirty?: boolean;
  /** Leaving the page would lose typed text: a secret, or the values of a form that is not stored. */
  loses?: boolean;
  discard?: () => void;
  shownAtFields?: boolean;
};

/** Without `onSubmit` the form submits without a body. */
type Submits =
  | { form: FormOfChange & { submit: (body: undefined) => unknown }; onSubmit?: undefined }
  | { form: FormOfChange; onSubmit: () => unknown };
type Props = Submits & {
  onClose: () => void;
  as?: 'dialog' | 'drawer';
  /** A verb and an amount, a count or an object. */
  title: ReactNode;
  /** Label of a drawer whose title is not plain text. */
  label?: string;
  /** Label of the submit button; null: the form submits nothing and requires no proof of identity. */
  confirm: ReactNode;
  /** Something is missing: the button looks disabled, but a press marks the missing fields. */
  off?: boolean;
  /** Label of the × that states what closing does not do: "Fechar sem remover". */
  closeLabel?: string;
  note?: ReactNode;
  /** More buttons before the submit button. */
  actions?: ReactNode;
  danger?: boolean;
  wide?: boolean;
  tools?: ReactNode;
  /** The first focus goes to the form's fields, not to the password. */
  fieldsFirst?: boolean;
  /** Content instead of the form: its data is still being read, or there is nothing to do. */
  instead?: ReactNode;
  /** Content instead of the default error card. */
  refused?: ReactNode;
  /** The outcome, shown in the same dialog; absent: the caller closes the form. */
  outcome?: { title: ReactNode; done: ReactNode; of: (operationId: string) => ReactNode };
  /** Content before and after the form. */
  above?: ReactNode;
  below?: ReactNode;
  /** False for a step that submits nothing yet. */
  proves?: boolean;
  children?: ReactNode;
};

/**
 * Shows what will happen, the fields, the password if required, the error and one submit button; then the
 * outcome in the same dialog, so that the focus returns to the element that opened it.
 */
export function OperationForm(props: Props) {
  const { form, onClose, as = 'dialog', title, confirm, note, instead, refused, outcome } = props;
  const { fieldsFirst = as === 'drawer', proves = true, danger = false, wide = false } = props;
  const t = useTranslations('common');
  const id = useId();
  const leave = useLeaving(form, onClose);
  const sent = outcome && form.begun ? { ...outcome, id: form.begun.id } : null;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.locked) await (props.onSubmit === undefined ? props.form.submit(undefined) : props.onSubmit());
    focusFirstInvalid(element);
  };
  const buttons = (
    <>
      {(as === 'drawer' || note) && (
        <span className={cn('flex-1 text-xs text-ink-3', as === 'dialog' && 'max-wide:basis-full')}>
          {note}
        </span>
      )}
      {as === 'dialog' && (
        <Button onClick={leave.request} data-autofocus={form.due || fieldsFirst ? undefined : true}>
          {t('back')}
        </Button>
      )}
      {props.actions}
      {confirm !== null && (
        <Button
          type="submit"
          form={id}
          variant={danger ? 'danger' : 'main'}
          aria-disabled={form.locked || props.off || undefined}
          aria-busy={form.busy}
        >
          {confirm}
        </Button>
      )}
    </>
  );
  const frame = {
    title: sent?.title ?? title,
    onClose: leave.request,
    closeLabel: sent ? undefined : props.closeLabel,
    footer: sent ? (
      // The submit button is gone, so the close button takes the focus.
      <Button onClick={onClose} ref={focusOnMount}>
        {sent.done}
      </Button>
    ) : leave.pending ? (
      <LeaveQuestion leave={leave} />
    ) : (
      // Content instead of the form has its own buttons.
      !instead && buttons
    ),
  };
  const body = sent
    ? sent.of(sent.id)
    : instead || (
        <form
          id={id}
          className="grid min-w-0 grid-cols-1 gap-3"
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          {props.children}
          {proves && confirm !== null && <ProofField form={form} focus={!fieldsFirst} />}
          {refused || (Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} />)}
        </form>
      );
  if (as === 'dialog')
    return (
      <Dialog open wide={wide} stays={form.dirty ?? false} {...frame}>
        {props.above}
        {body}
        {props.below}
      </Dialog>
    );
  return (
    <Drawer label={props.label ?? String(title)} focusOnOpen tools={props.tools} {...frame}>
      <section className="border-0">
        {props.above}
        {body}
      </section>
      {props.below}
    </Drawer>
  );
}

type Leaving = Record<'request' | 'stay' | 'go', () => void> & { pending: boolean };

/** Closing discards typed values, also stored ones, so the form confirms first, also before a link. */
function useLeaving({ dirty = false, loses = false, discard }: FormOfChange, onClose: () => void): Leaving {
  const router = useRouter();
  const [pending, setPending] = useState<{ to: string | null } | null>(null);
  useEffect(() => (loses ? onInnerLink((to) => setPending({ to })) : undefined), [loses]);
  return {
    pending: pending !== null && dirty,
    request: () => (dirty ? setPending({ to: null }) : onClose()),
    stay: () => setPending(null),
    go() {
      discard?.();
      if (pending?.to) router.push(pending.to);
      else onClose();
    },
  };
}

/** Intercepts plain clicks on links inside Guichê, before the framework's listener. */
function onInnerLink(onLink: (to: string) => void): () => void {
  const press = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !plain || link.target === '_blank' || link.download !== '') return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    event.stopPropagation();
    onLink(link.pathname + link.search + link.hash);
  };
  document.addEventListener('click', press, true);
  return () => document.removeEventListener('click', press, true);
}

function LeaveQuestion({ leave }: { leave: Leaving }) {
  const t = useTranslations('common.leave');
  return (
    <Callout
      tone="warn"
      role="alert"
      title={t('question')}
      action={
        <span className="flex gap-2">
          <Button onClick={leave.stay} ref={focusOnMount}>
            {t('stay')}
          </Button>
          <Button variant="danger" onClick={leave.go}>
            {t('leave')}
          </Button>
        </span>
      }
    />
  );
}
