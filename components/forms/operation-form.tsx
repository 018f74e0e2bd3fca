'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { focusFirstFault } from '#components/ui/focus-first-fault.ts';

/** State of a change that the form needs: `useOperation` or `useOperationForm` gives it. */
export type FormOfChange = Proof & {
  begun: { id: string } | null;
  dirty?: boolean;
  /** Something typed would be lost with the page: a secret, or the values of a form that is not kept. */
  loses?: boolean;
  discard?: () => void;
  saidAtFields?: boolean;
};

/** A change without a body is sent by its form; any other says what it sends. */
type Submits =
  | { form: FormOfChange & { submit: (body: undefined) => unknown }; onSubmit?: undefined }
  | { form: FormOfChange; onSubmit: () => unknown };
type Props = Submits & {
  onClose: () => void;
  as?: 'dialog' | 'drawer';
  /** Verb and amount, count or thing. */
  title: ReactNode;
  /** Name of a drawer, where its title is more than text. */
  label?: string;
  /** Label of the button; null: the form can send nothing, and asks for no proof of the operator. */
  confirm: ReactNode;
  /** Something is missing: the button says so; a press marks where. */
  off?: boolean;
  /** Label of ×, Esc and Back, naming what they leave undone: "Fechar sem remover". */
  closeLabel?: string;
  note?: ReactNode;
  /** More buttons before the one that sends. */
  ways?: ReactNode;
  danger?: boolean;
  wide?: boolean;
  tools?: ReactNode;
  /** The first field is the form's, not the password. */
  fieldsFirst?: boolean;
  /** In place of the form: what it needs is still read, or nothing is left to be done. */
  instead?: ReactNode;
  /** In place of the card that tells a refusal, where there is anything. */
  refused?: ReactNode;
  /** Outcome, in the same dialog; without it the caller closes. */
  outcome?: { title: ReactNode; done: ReactNode; of: (operationId: string) => ReactNode };
  /** Before and behind the form. */
  above?: ReactNode;
  below?: ReactNode;
  /** False for a step that sends nothing yet. */
  proves?: boolean;
  children?: ReactNode;
};

/**
 * Says what will happen, then shows the fields, the password when one is due, the refusal, and the one filled
 * button; afterwards the outcome. It stays one dialog: another would not know where the focus goes back to.
 */
export function OperationForm(props: Props) {
  const { form, onClose, as = 'dialog', title, outcome, wide = false, closeLabel } = props;
  const id = useId();
  const leave = useLeaving(form, onClose);
  const sent = outcome !== undefined && form.begun !== null ? outcome : null;
  // Content in the form's place has its own buttons.
  const foot = (leave.asked || !props.instead) && <Foot {...props} formId={id} leave={leave} />;
  const head = {
    title: sent?.title ?? title,
    onClose: leave.ask,
    ...(closeLabel && sent === null ? { closeLabel } : {}),
    footer: sent ? <Done onClose={onClose} of={sent} /> : foot,
  };
  const body = sent === null ? <Written {...props} formId={id} /> : sent.of(form.begun?.id ?? '');
  if (as === 'dialog')
    return (
      <Dialog open wide={wide} stays={form.dirty ?? false} {...head}>
        {props.above}
        {body}
        {props.below}
      </Dialog>
    );
  return (
    <Drawer label={props.label ?? String(title)} focusOnOpen tools={props.tools} {...head}>
      <section className="border-0">
        {props.above}
        {body}
      </section>
      {props.below}
    </Drawer>
  );
}

function Written(props: Props & { formId: string }) {
  const { form, formId, instead, refused, confirm, children, proves = true } = props;
  const { fieldsFirst = props.as === 'drawer' } = props;
  if (instead) return instead;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = event.currentTarget;
    if (!form.held) await (props.onSubmit === undefined ? props.form.submit(undefined) : props.onSubmit());
    focusFirstFault(written);
  };
  return (
    <form
      id={formId}
      className="grid min-w-0 grid-cols-1 gap-3"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {children}
      {proves && confirm !== null && <ProofField form={form} focus={!fieldsFirst} />}
      {refused || (Boolean(form.error) && !form.saidAtFields && <ErrorCard error={form.error} />)}
    </form>
  );
}

type FootProps = Props & { formId: string; leave: Leaving };

function Foot({ formId, leave, ...props }: FootProps) {
  const { form, as = 'dialog', note, ways, confirm, danger = false, fieldsFirst } = props;
  const t = useTranslations('common');
  if (leave.asked) return <LeaveQuestion leave={leave} />;
  return (
    <>
      {as === 'drawer' ? (
        <span className="flex-1 text-xs text-ink-3">{note}</span>
      ) : (
        note && <span className="flex-1 text-xs text-ink-3 max-wide:basis-full">{note}</span>
      )}
      {as === 'dialog' && (
        <Button onClick={leave.ask} data-autofocus={form.due || fieldsFirst ? undefined : true}>
          {t('back')}
        </Button>
      )}
      {ways}
      {confirm !== null && (
        <Button
          type="submit"
          form={formId}
          variant={danger ? 'danger' : 'main'}
          aria-disabled={form.held || props.off || undefined}
          aria-busy={form.busy || undefined}
        >
          {confirm}
        </Button>
      )}
    </>
  );
}

/** The button that asked is gone: the one that closes takes its focus. */
function Done({ onClose, of }: { onClose: () => void; of: NonNullable<Props['outcome']> }) {
  return (
    <Button onClick={onClose} ref={focusOnce}>
      {of.done}
    </Button>
  );
}
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

type Leaving = Record<'ask' | 'stay' | 'go', () => void> & { asked: boolean };

/**
 * To close a dialog or a drawer is to discard what was typed, also what a reload brings back: that is asked first, and
 * so is a link to another page where something would be lost with this one.
 */
function useLeaving({ dirty = false, loses = false, discard }: FormOfChange, onClose: () => void): Leaving {
  const router = useRouter();
  const [asked, setAsked] = useState<{ to: string | null } | null>(null);
  useEffect(() => (loses ? onInnerLink((to) => setAsked({ to })) : undefined), [loses]);
  return {
    asked: asked !== null && dirty,
    ask: () => (dirty ? setAsked({ to: null }) : onClose()),
    stay: () => setAsked(null),
    go() {
      discard?.();
      if (asked?.to) router.push(asked.to);
      else onClose();
    },
  };
}

/** Holds plain presses of links within Guichê, before the framework's own listener, and tells where they lead. */
function onInnerLink(held: (to: string) => void): () => void {
  const press = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (
      !link ||
      !plain ||
      link.target === '_blank' ||
      link.download !== '' ||
      link.origin !== location.origin
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    held(link.pathname + link.search + link.hash);
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
          <Button onClick={leave.stay} ref={focusOnce}>
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
