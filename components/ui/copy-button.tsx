'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { buttonClasses } from './button.tsx';
import { Icon } from './icon.tsx';

const MAIN = { variant: 'main', full: true } as const;
type Props = { value: string; label?: string; main?: boolean; children?: string };

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
        className={children ? buttonClasses(main ? MAIN : { size: 'sm' }) : 'copy-btn'}
        {...(children ? {} : { 'aria-label': label ?? t('copy.value', { value }) })}
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
