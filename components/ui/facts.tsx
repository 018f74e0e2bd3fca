import { Fragment, type ReactNode } from 'react';
import type { InstantStyle } from '#lib/dates.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { CopyId } from './copy-id.tsx';
import { Instant } from './instant.tsx';
import { type Direction, Money } from './money.tsx';

type Told =
  /** Words, a number, or whatever draws itself. */
  | { value: ReactNode }
  /** An id, shortened; the copy button has all of it. */
  | { id: string | null | undefined }
  /** A text that is copied whole: a key, an address. */
  | { code: string | null | undefined }
  /** A text of no words, which breaks anywhere. */
  | { mono: string | null | undefined }
  | { cents: number | null | undefined; direction?: Direction; exact?: string | undefined }
  | { at: string | null | undefined; variant?: InstantStyle }
  | { document: string | null | undefined };

/** One line: its label, and its value by kind. A line without a value is left out. */
export type Fact = { label: ReactNode /** Names the line where its label does not. */; key?: string } & Told;

/** Labels and values, one below the other. The style sheet knows both as children of the list. */
export function Facts({ of, className = '' }: { of: readonly Fact[]; className?: string }) {
  return (
    <dl className={`facts ${className}`.trim()}>
      {of.map((fact) => {
        const value = drawn(fact);
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

function drawn(fact: Fact): ReactNode {
  if ('value' in fact) return fact.value;
  if ('mono' in fact) return fact.mono;
  if ('id' in fact) return fact.id && <CopyId value={fact.id} />;
  if ('code' in fact) return fact.code && <CopyId value={fact.code} whole />;
  if ('at' in fact) return fact.at && <Instant at={fact.at} variant={fact.variant ?? 'long'} />;
  if ('document' in fact) return fact.document && formatDocument(fact.document);
  const { cents, direction = 'value', exact } = fact;
  return cents === null || cents === undefined ? null : (
    <Money cents={cents} direction={direction} exact={exact} />
  );
}
