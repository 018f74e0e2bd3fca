import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { BlockedForm } from '#components/app-shell/block-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { focusFirstInvalid } from '#components/ui/plain-field.tsx';

type SheetProps = { title: string } & Pick<
  ComponentProps<typeof Drawer>,
  'onClose' | 'tools' | 'footer' | 'children'
>;

/** The sheet for a new request, next to its list. Opening it focuses the first field. */
export function RequestSheet({ children, ...frame }: SheetProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('form :is(input:not([type=radio]), textarea)')?.focus();
  }, []);
  return (
    <Drawer label={frame.title} focusOnOpen {...frame}>
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
  /** Id of the form; the sheet's submit button refers to it. */
  id: string;
  title: string;
  /** The kind of form whose block notice is shown above the fields; absent: none. */
  blocked?: ComponentProps<typeof BlockedForm>['form'];
  /** Disables the fields during the final review. */
  still?: boolean;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
};

/** The form of a new request, dashed until the provider has it. Submit focuses the first invalid field. */
export function RequestForm({ id, title, blocked, still = false, onSubmit, children }: Props) {
  return (
    <form
      id={id}
      className="rounded-3 border border-line-control border-dashed p-panel"
      // `post` keeps typed values out of the URL when somebody submits before React has hydrated the form.
      method="post"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        const formElement = event.currentTarget;
        void onSubmit().then(() => focusFirstInvalid(formElement));
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

/** The footer of the sheet: a note on the next step, and the submit button. */
export function RequestFooter({ form, note, busy, children }: FootProps) {
  return (
    <>
      <span className="flex-1 text-ink-3 text-xs">{note}</span>
      <Button type="submit" form={form} variant="main" aria-busy={busy}>
        {children}
      </Button>
    </>
  );
}
