import type { CSSProperties, ReactNode } from 'react';

type Sort = 'ascending' | 'descending' | 'none';

/**
 * A column head; with `onSort` it is a button and tells its direction. `num` = right-aligned. A list that is narrow
 * gives its columns other widths than `width` in its style sheet.
 */
export function ColumnHead({
  children,
  num = false,
  sort,
  onSort,
  width,
}: {
  children: ReactNode;
  num?: boolean;
  sort?: Sort;
  onSort?: () => void;
  width?: string;
}) {
  const arrow = sort === 'descending' ? ' ↓' : sort === 'ascending' ? ' ↑' : '';
  const words = (
    <>
      {children}
      <span aria-hidden="true">{arrow}</span>
    </>
  );
  return (
    <th
      scope="col"
      className={num ? 'num' : undefined}
      aria-sort={sort}
      {...(width === undefined ? {} : { style: { '--width': width } as CSSProperties })}
    >
      {onSort ? (
        <button type="button" className="th-sort" onClick={onSort}>
          {words}
        </button>
      ) : (
        words
      )}
    </th>
  );
}
