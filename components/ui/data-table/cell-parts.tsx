import type { ReactNode } from 'react';
import { shortId } from '#components/ui/copy-button.tsx';
import { formatDocument } from '#lib/core/pix/documents.ts';

/** The counterparty of a row: the name may be shortened, the masked document never is. */
export function Party({ name, document }: { name: string | null; document: string | null }) {
  return (
    <span className="flex min-w-0 gap-1.5 in-[dd]:flex-wrap in-[dd]:gap-y-0 stacked:flex-wrap stacked:gap-y-0">
      {name !== null && (
        <span data-part="name" className="min-w-10 truncate">
          {name}
        </span>
      )}
      {document !== null && (
        <span data-part="document" className="flex-none font-normal whitespace-nowrap text-ink-3">
          {formatDocument(document)}
        </span>
      )}
    </span>
  );
}

/** A cell with two lines; in a stacked row (itself of two lines) the cell wraps instead. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span
      data-lines=""
      className="inline-grid max-w-full py-1.5 align-middle stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-1.5 stacked:py-0"
    >
      <span className="truncate in-data-[place=time]:whitespace-normal in-[:is(a,button):hover]:underline">
        {children}
      </span>
      <small className="truncate text-xs font-normal text-ink-3 in-data-[place=time]:whitespace-normal">
        {below}
      </small>
    </span>
  );
}

/** Stands for a value that is not there. */
export const Dash = () => <span className="text-ink-3">–</span>;

/** An id, whole in the title even where it is shortened. */
export function Code({ value, short = false }: { value: string | null; short?: boolean }) {
  if (value === null) return <Dash />;
  return (
    <span className="mono" title={value}>
      {short ? shortId(value) : value}
    </span>
  );
}

/** The column's name in front of a note, where the row is stacked and no column head is visible. */
export const NoteName = ({ children }: { children: ReactNode }) => (
  <span className="hidden stacked:inline">{children} </span>
);
