type Entry = { event: string | null; status: string | null; count: number };
type Matrix = {
  /** Most first. */
  statuses: (string | null)[];
  rows: { event: string | null; counts: number[]; total: number }[];
  totals: number[];
  total: number;
};

const sum = (entries: readonly Entry[]) => entries.reduce((all, { count }) => all + count, 0);

function mostFirst<K extends 'event' | 'status'>(entries: readonly Entry[], by: K): (string | null)[] {
  const groups = [...Map.groupBy(entries, (entry) => entry[by])];
  return groups.sort((a, b) => sum(b[1]) - sum(a[1])).map(([word]) => word);
}

/** Counts by event (rows) and present state (columns), what is most on top and to the left. */
export function matrixOf(entries: readonly Entry[]): Matrix {
  const statuses = mostFirst(entries, 'status');
  const of = (event: string | null, status: string | null) =>
    sum(entries.filter((entry) => entry.event === event && entry.status === status));
  const rows = mostFirst(entries, 'event').map((event) => {
    const counts = statuses.map((status) => of(event, status));
    return { event, counts, total: counts.reduce((all, count) => all + count, 0) };
  });
  const totals = statuses.map((_, index) => rows.reduce((all, { counts }) => all + (counts[index] ?? 0), 0));
  return { statuses, rows, totals, total: sum(entries) };
}
