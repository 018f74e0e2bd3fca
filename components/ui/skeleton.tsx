import { cn } from './cn.ts';

/** A grey bar where a value will come; labels and heads stay real. `width` is any CSS width. */
export function Skeleton({ width = '5rem', className }: { width?: string; className?: string }) {
  return (
    <span
      className={cn(
        'skeleton inline-block h-2.5 rounded-1 bg-line align-middle motion-safe:animate-skeleton',
        className,
      )}
      style={{ width }}
      aria-hidden="true"
    />
  );
}

/** One line of what is being read, with the words for who hears the page. */
export function ReadingLine({
  words,
  width,
  className,
}: {
  words: string;
  width: string;
  className?: string;
}) {
  return (
    <p className={className}>
      <span className="sr-only" role="status">
        {words}
      </span>
      <Skeleton width={width} />
    </p>
  );
}
