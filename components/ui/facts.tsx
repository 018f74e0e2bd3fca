import { cva } from 'class-variance-authority';
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { Panel } from '#components/ui/panel.tsx';
import type { InstantStyle } from '#lib/core/dates.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import { cn } from './cn.ts';
import { CopyId } from './copy-button.tsx';
import { Instant } from './instant.tsx';
import { type Direction, Money } from './money.tsx';

type FactValue =
  /** Text, a number, or any node. */
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
export type Fact = {
  label: ReactNode /** Unique key where the label is not one. */;
  key?: string;
} & FactValue;

const factsVariants = cva(
  [
    'grid [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:text-ellipsis [&>dd]:text-ink [&>dt]:text-ink-3',
    // Room for the 24 px copy button and its focus ring.
    '[&>:is(dd:has([data-slot=copy]),dt:has(+dd_[data-slot=copy]))]:min-h-6',
    '[&>:is(dd:has([data-slot=copy]),dt:has(+dd_[data-slot=copy]))]:content-center',
    '[&>dd:has([data-slot=copy])]:overflow-visible [&>dt:has(+dd_[data-slot=copy])]:self-start',
  ],
  {
    variants: {
      look: {
        /** A long label wraps before it takes space from the value. */
        plain: [
          'grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-[3px] [&>dd]:overflow-hidden',
          'max-wide:grid-cols-[fit-content(45%)_minmax(0,1fr)]',
        ],
        right: [
          'grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-[3px] [&>dd]:overflow-hidden [&>dd]:text-right',
          'max-wide:grid-cols-[fit-content(45%)_minmax(0,1fr)]',
        ],
        /** Label at the left, control at the right; stacked on a phone. */
        wide: [
          'grid-cols-[10rem_minmax(0,26rem)] items-center gap-x-4 gap-y-3 [&>dd]:overflow-visible',
          'max-wide:grid-cols-1 max-wide:gap-1 max-wide:[&>dd]:mb-2',
        ],
      },
    },
    defaultVariants: { look: 'plain' },
  },
);

type Props = { of: readonly Fact[]; look?: 'plain' | 'right' | 'wide'; className?: string };

/** Labels and values, one below the other. */
export function Facts({ of, look, className }: Props) {
  return (
    <dl className={cn(factsVariants({ look }), className)}>
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
  return cents === null || cents === undefined ? null : (
    <Money cents={cents} direction={direction} exact={exact} />
  );
}

/** Where parts of a record are shown: sections of the drawer, or panels of the record's own page. */
export const PlaceContext = createContext<'drawer' | 'page'>('drawer');

type DetailPartProps = {
  title: string;
  note?: ReactNode;
  action?: ReactNode /** In the drawer only screen readers get the title. */;
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
