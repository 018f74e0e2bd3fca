'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { CallError } from '#lib/api/client.ts';

export function useRefusal(error: Error | null): string | null {
  const t = useTranslations('sandbox.change');
  if (error === null) return null;
  if (!(error instanceof CallError)) return t('failed', { why: error.message });
  const { fields, help, title } = error.problem;
  const reason = fields?.[0]?.message;
  if (reason !== undefined && t.has(reason)) return t(reason);
  return t('failed', { why: reason ?? help?.title ?? title });
}

export function ChangeAnswer({ error, done }: { error: Error | null; done?: string | null }) {
  const refusal = useRefusal(error);
  const message = refusal ?? done;
  return (
    <p className={cn(fieldAnswer(), 'empty:hidden')} role="status">
      {message && (
        <>
          <Icon name={refusal === null ? 'check' : 'octagon'} tone={refusal === null ? 'ok' : 'danger'} />
          <span className={refusal === null ? undefined : 'text-danger-ink'}>{message}</span>
        </>
      )}
    </p>
  );
}

/** For `t.rich`: codes and event names use a monospaced font. */
export const codeTag = { code: (chunks: ReactNode) => <span className="mono">{chunks}</span> };

type FormPanelProps = {
  title: string;
  /** Text or a choice at the start of the last line. */
  end: ReactNode;
  button: ReactNode;
  change: { isPending: boolean; isSuccess: boolean; error: Error | null };
  done: string;
  /** A field shows the refusal. */
  errorAtField?: boolean;
  footer?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
};

/** A panel with one form: its fields, the button in the last line, and the answer below. */
export function FormPanel(props: FormPanelProps) {
  const { title, end, button, change, done, errorAtField = false, footer, onSubmit, children } = props;
  const { isPending, isSuccess, error } = change;
  return (
    <Panel title={title} footer={footer}>
      <form
        className="grid min-w-0 grid-cols-1 gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 [&>button]:ml-auto [&>span]:min-w-0 [&>span]:flex-[1_1_10rem]">
          {end}
          <Button type="submit" aria-disabled={isPending}>
            {button}
          </Button>
        </div>
        <ChangeAnswer error={errorAtField ? null : error} done={isSuccess ? done : null} />
      </form>
    </Panel>
  );
}
