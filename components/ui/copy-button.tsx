'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { cut, cutStart } from '#lib/core/text.ts';
import { bareButton, buttonVariants } from './button.tsx';
import { Icon } from './icon.tsx';

const MAIN = buttonVariants({ variant: 'main', full: true });
const SMALL = buttonVariants({ size: 'sm' });

/** Classes of a frame with a text to copy and its copy button. */
export const COPY_WELL =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 rounded-2 border border-line-strong bg-sunken py-2 pr-2 pl-3';

type Props = { value: string; label?: string | undefined; main?: boolean; children?: string };

/** Copies `value`. With `children` it is a labelled button (small unless `main`), otherwise an icon. */
export function CopyButton({ value, label, main = false, children }: Props) {
  const t = useTranslations('common');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <button
        type="button"
        className={children ? (main ? MAIN : SMALL) : bareButton}
        aria-label={children ? undefined : (label ?? t('copy.value', { value }))}
        data-slot={children ? undefined : 'copy'}
        data-copied={copied || undefined}
        onClick={copy}
      >
        <Icon name={copied ? 'tick' : 'copy'} />
        {children}
      </button>
      <span className="sr-only" role="status">
        {copied ? t('copy.done') : ''}
      </span>
    </>
  );
}

type CopyIdProps = { value: string; shown?: string; whole?: boolean };

/** An id with its copy button. The title and the copied text hold the whole `value`; `shown` is displayed. */
export function CopyId({ value, shown = value, whole = false }: CopyIdProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <span className="mono truncate" title={value}>
        {whole ? shown : shortId(shown)}
      </span>
      <CopyButton value={value} />
    </span>
  );
}

const SHOWN_WHOLE = 16;
const END_TO_END = /^[ED]\d{8,}[A-Za-z0-9]+$/;

/** `txn_7f3a0b62d118c94e` → `txn_7f3a…c94e`; an end-to-end id keeps its bank code: `E48372619…3kQzLm2`. */
export function shortId(id: string): string {
  if (id.length <= SHOWN_WHOLE) return id;
  return END_TO_END.test(id) && id.length === 32
    ? `${id.slice(0, 9)}…${id.slice(-7)}`
    : `${cut(id, 8)}…${cutStart(id, 4)}`;
}
