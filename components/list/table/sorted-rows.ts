/** Rows by a key, those without one last; what is alike stays as it stood. */
export function sortedRows<R>(
  rows: readonly R[],
  keyOf: (row: R) => number | string | null,
  falling: boolean,
): R[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  const side = falling ? -1 : 1;
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -side : side;
  });
  return keyed.map(({ row }) => row);
}
