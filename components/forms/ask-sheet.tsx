'use client';

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { BlockedForm } from '#components/app-shell/block-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { focusFirstFault } from '#components/ui/focus-first-fault.ts';

type SheetProps = {
  title: string;
  onClose: () => void;
  /** Enrichment the title: "Repetir a última". */
  tools?: ReactNode;
  /** Note and buttons, pinned below. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The sheet in which something new is asked for, beside its list. It opens with the cursor in its first field. */
export function RequestSheet({ title, onClose, tools, footer, children }: SheetProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('form :is(input:not([type=radio]), textarea)')?.focus();
  }, []);
  return (
    <Drawer label={title} title={title} onClose={onClose} tools={tools} footer={footer} focusOnOpen>
      <div
        ref={body}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 [&_section]:p-0"
        data-new
      >
        {children}
      </div>
    </Drawer>
  );
}

type Props = {
  /** Of the form that the sheet's button sends. */
  id: string;
  title: string;
  /** Form whose block is shown above its fields; absent where no block is told of. */
  blocked?: ComponentProps<typeof BlockedForm>['form'];
  /** During the last look it stands still. */
  still?: boolean;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
};

/** What is being asked for: dashed until the provider has it; what is missing gets the focus. */
export function RequestForm({ id, title, blocked, still = false, onSubmit, children }: Props) {
  return (
    <form
      id={id}
      className="rounded-3 border border-line-control border-dashed p-panel"
      // A press before React has taken the page over must put nothing that was typed into the address.
      method="post"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        const written = event.currentTarget;
        void onSubmit().then(() => focusFirstFault(written));
      }}
    >
      <fieldset className="m-0 grid min-w-0 grid-cols-1 gap-3 border-0 p-0" disabled={still}>
        {blocked && <BlockedForm form={blocked} />}
        {children}
      </fieldset>
    </form>
  );
}

type FootProps = { form: string; note?: string; busy?: boolean; children: ReactNode };

/** At the foot of the sheet: a note on the next step, and the button that begins it. */
export function RequestFooter({ form, note, busy, children }: FootProps) {
  return (
    <>
      <span className="flex-1 text-ink-3 text-xs">{note}</span>
      <Button type="submit" form={form} variant="main" aria-busy={busy || undefined}>
        {children}
      </Button>
    </>
  );
}
