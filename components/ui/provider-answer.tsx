'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { DetailPart, type Fact, Facts } from './facts.tsx';

/** Provider fields that Guichê does not know, under their original names and values. */
export const otherFacts = (other: Record<string, unknown>): Fact[] =>
  Object.entries(other).map(([name, value]) => ({
    key: name,
    label: <span className="mono">{name}</span>,
    mono: typeof value === 'string' && value !== '' ? value : JSON.stringify(value, null, 1),
  }));

/** Shows the fields of a record that Guichê does not know, so that none is dropped. */
export function OtherFields({ of }: { of: Record<string, unknown> }) {
  const t = useTranslations('common.answer');
  const facts = otherFacts(of);
  if (facts.length === 0) return null;
  return (
    <DetailPart title={t('other')} note={t('otherNote')}>
      <Facts of={facts} />
    </DetailPart>
  );
}

/** The provider's raw response, masked where the operator may not see personal data; rendered when opened. */
export function RawAnswer({ value }: { value: unknown }) {
  const title = useTranslations('common.answer')('raw');
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-xs font-semibold text-ink">{title}</summary>
      {open && (
        <div className="mt-2">
          <JsonWell value={value} label={title} none="" />
        </div>
      )}
    </details>
  );
}

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Formatted JSON, or plain text. Never interpreted as HTML. */
export function JsonWell({ value, label, none }: { value: unknown; label: string; none: string }) {
  const t = useTranslations('common.answer');
  if (isEmpty(value)) return <p className="text-ink-3">{none}</p>;
  const text = typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2);
  return (
    <div className="grid justify-items-start gap-1.5">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-96 w-full overflow-auto rounded-2 border border-line bg-sunken p-2 text-xs wrap-anywhere focus-visible:-outline-offset-2"
      >
        <pre className="mono text-xs whitespace-pre-wrap">{text}</pre>
      </section>
      <CopyButton value={text}>{t('copy')}</CopyButton>
    </div>
  );
}

function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
