'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CallError } from '#lib/api/client.ts';

/** Message of a refused change; null without an error. */
export function useRefusal(error: Error | null): string | null {
  const t = useTranslations('sandbox.change');
  if (error === null) return null;
  if (!(error instanceof CallError)) return t('failed', { why: error.message });
  const { fields, help, title } = error.problem;
  const reason = fields?.[0]?.message;
  if (reason !== undefined && t.has(reason)) return t(reason);
  return t('failed', { why: reason ?? help?.title ?? title });
}

/** The line below a control: the refusal, or the result. */
export function ChangeAnswer({ error, done }: { error: Error | null; done?: string | null | undefined }) {
  const refusal = useRefusal(error);
  return (
    <p className={cn(fieldAnswer(), 'empty:hidden')} role="status">
      {refusal !== null && (
        <>
          <Icon name="octagon" tone="danger" />
          <span className="text-danger-ink">{refusal}</span>
        </>
      )}
      {refusal === null && done && (
        <>
          <Icon name="check" tone="ok" />
          <span>{done}</span>
        </>
      )}
    </p>
  );
}

type Props = {
  ordinary: boolean;
  what: string;
  note: ReactNode;
  /** The control needs the full width, so it comes below. */
  wide?: boolean;
  children: ReactNode;
};

/** One setting of the account; its icon shows whether the value is abnormal. */
export function AccountLine({ ordinary, what, note, wide = false, children }: Props) {
  return (
    <li>
      <Icon name={ordinary ? 'check' : 'lock'} tone={ordinary ? 'ok' : 'warn'} />
      <span className="what">{what}</span>
      {!wide && children}
      <div className="note">
        {note}
        {wide && <div className="mt-1.5">{children}</div>}
      </div>
    </li>
  );
}

/** For `t.rich`: codes and event names use a monospaced font. */
export const codeTag = { code: (words: ReactNode) => <span className="mono">{words}</span> };

/** The last line of a form: text or a choice at the left, the button at the right. */
export function FormEnd({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 [&>button]:ml-auto [&>span]:min-w-0 [&>span]:flex-[1_1_10rem]">
      {children}
    </div>
  );
}
