'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

/** Puts `value` on the clipboard. With `children` it is a small button with words, else only the sign. */
export function CopyButton({ value, label, children }: { value: string; label?: string; children?: string }) {
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
        className={children ? 'btn btn-sm' : 'copy-btn'}
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
