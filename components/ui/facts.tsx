'use client';

import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import { createContext, Fragment, type ReactNode, useContext, useState } from 'react';
import { Panel } from '#components/ui/panel.tsx';
import type { InstantStyle } from '#lib/core/dates.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import { cn } from './cn.ts';
import { CopyButton, CopyId } from './copy-button.tsx';
import { Instant } from './instant.tsx';
import { type Direction, Money } from './money.tsx';

type FactValue =
  | { value: ReactNode }
  /** An id, shortened; its copy button copies all of it. */
  | { id: string | null | undefined }
  /** A text shown whole with a copy button: a key, an address. */
  | { code: string | null | undefined }
  /** Code-like text, which wraps anywhere. */
  | { mono: string | null | undefined }
  | { cents: number | null | undefined; direction?: Direction; exact?: string | undefined }
  | { at: string | null | undefined; variant?: InstantStyle }
  | { document: string | null | undefined };

/** One line: its label and its value by kind. A line without a value is omitted. */
export type Fact = FactValue & {
  label: ReactNode;
  /** Unique key where the label is not one. */
  key?: string;
};

const NARROW =
  'grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-[3px] [&>dd]:overflow-hidden max-wide:grid-cols-[fit-content(45%)_minmax(0,1fr)]';

const factsVariants = cva(
  [
    'grid [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:text-ellipsis [&>dd]:text-ink [&>dt]:text-ink-3',
    // Space for the 24 px copy button and its focus ring.
    '[&>:is(dd:has([data-slot=copy]),dt:has(+dd_[data-slot=copy]))]:min-h-6',
    '[&>:is(dd:has([data-slot=copy]),dt:has(+dd_[data-slot=copy]))]:content-center',
    '[&>dd:has([data-slot=copy])]:overflow-visible [&>dt:has(+dd_[data-slot=copy])]:self-start',
  ],
  {
    variants: {
      variant: {
        /** A long label wraps before it takes space from the value. */
        plain: NARROW,
        right: `${NARROW} [&>dd]:text-right`,
        /** Label at the left, control at the right; stacked on a phone. */
        wide: [
          'grid-cols-[10rem_minmax(0,26rem)] items-center gap-x-4 gap-y-3 [&>dd]:overflow-visible',
          'max-wide:grid-cols-1 max-wide:gap-1 max-wide:[&>dd]:mb-2',
        ],
      },
    },
    defaultVariants: { variant: 'plain' },
  },
);

type Props = { of: readonly Fact[]; variant?: 'plain' | 'right' | 'wide'; className?: string };

export function Facts({ of, variant, className }: Props) {
  return (
    <dl className={cn(factsVariants({ variant }), className)}>
      {of.map((fact) => {
        const value = render(fact);
        if (value === null || value === undefined || value === false || value === '') return null;
        return (
          <Fragment key={fact.key ?? String(fact.label)}>
            <dt>{fact.label}</dt>
            <dd className={'mono' in fact ? 'mono break-all whitespace-pre-wrap' : undefined}>{value}</dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

function render(fact: Fact): ReactNode {
  if ('value' in fact) return fact.value;
  if ('mono' in fact) return fact.mono;
  if ('id' in fact) return fact.id && <CopyId value={fact.id} />;
  if ('code' in fact) return fact.code && <CopyId value={fact.code} whole />;
  if ('at' in fact) return fact.at && <Instant at={fact.at} variant={fact.variant ?? 'long'} />;
  if ('document' in fact) return fact.document && formatDocument(fact.document);
  const { cents, direction = 'value', exact } = fact;
  return typeof cents === 'number' && <Money cents={cents} direction={direction} exact={exact} />;
}

/** Where parts of a record are shown: sections of the drawer, or panels of the record's own page. */
export const PlaceContext = createContext<'drawer' | 'page'>('drawer');

type DetailPartProps = {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** In the drawer only screen readers get the title. */
  quiet?: boolean;
  children: ReactNode;
};

export function DetailPart({ title, note, action, quiet = false, children }: DetailPartProps) {
  if (useContext(PlaceContext) === 'page')
    return (
      <Panel title={title} note={note} action={action}>
        {children}
      </Panel>
    );
  return (
    <section>
      {quiet ? (
        <h3 className="sr-only">{title}</h3>
      ) : (
        <div className="mb-2 flex items-center gap-2">
          <h3 className="flex-1">{title}</h3>
          {note && <span className="cap">{note}</span>}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

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
