import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Column, NUMBERS } from './columns.ts';
import styles from './transactions.module.css';

const BARS: Partial<Record<Column, string>> = { who: '55%', amount: '70%', time: '80%' };

export function cellClass(column: Column): string | undefined {
  return [styles[column], NUMBERS.has(column) && styles.number].filter(Boolean).join(' ') || undefined;
}

/** What stands in a cell whose row is not read yet. */
export function UnreadCell({ column }: { column: Column }) {
  return <Skeleton width={BARS[column] ?? '65%'} />;
}
