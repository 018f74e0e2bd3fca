'use client';

import { useTranslations } from 'next-intl';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CallError } from '#lib/api/client.ts';

/** Why a control was refused, in words; null where it was not. */
export function useRefusal(error: Error | null): string | null {
  const t = useTranslations('sandbox.change');
  if (error === null) return null;
  if (!(error instanceof CallError)) return t('failed', { why: error.message });
  const { fields, help, title } = error.problem;
  const reason = fields?.[0]?.message;
  if (reason !== undefined && t.has(reason)) return t(reason);
  return t('failed', { why: reason ?? help?.title ?? title });
}

/** The line below a control: why it was refused, or what it did. */
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
