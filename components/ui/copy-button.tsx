'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { buttonVariants } from './button.tsx';
import { Icon } from './icon.tsx';
import { bareButton } from './icon-button.tsx';

const MAIN = buttonVariants({ variant: 'main', full: true });
const SMALL = buttonVariants({ size: 'sm' });

/** Classes of a text to copy beside its button. */
export const COPY_WELL = [
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 rounded-2 border border-line-strong bg-sunken',
  'py-2 pr-2 pl-3',
].join(' ');

type Props = { value: string; label?: string | undefined; main?: boolean; children?: string };

/** Puts `value` on the clipboard. With `children` it is a button with words, a small one unless `main`, else only the sign. */
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
