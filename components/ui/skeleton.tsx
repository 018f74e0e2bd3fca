/** A grey bar where a value will come; labels and heads stay real. `width` is any CSS width. */
export function Skeleton({ width = '5rem', className = '' }: { width?: string; className?: string }) {
  return <span className={`skeleton ${className}`} style={{ width }} aria-hidden="true" />;
}
