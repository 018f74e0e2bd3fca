import type { ReactNode } from 'react';

type Sort = 'ascending' | 'descending' | 'none';

/** A column head; with `onSort` it is a button and tells its direction. `num` = right-aligned. */
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
      {...(width === undefined ? {} : { style: { width } })}
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

/** The line that opens a São Paulo day: heading, count, and the day's in and out at the right. */
export function DayRow({
  span,
  heading,
  count,
  sums,
}: {
  span: number;
  heading: ReactNode;
  count?: ReactNode;
  sums?: ReactNode;
}) {
  return (
    <tr className="day">
      <td colSpan={sums ? span - 2 : span}>
        <b className="mr-2">{heading}</b>
        {count}
      </td>
      {sums && (
        <td colSpan={2} className="num">
          {sums}
        </td>
      )}
    </tr>
  );
}
