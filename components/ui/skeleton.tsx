import { cn } from './cn.ts';

/** A grey placeholder bar for a value; labels and headings stay real. `width` is any CSS width. */
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

/** One placeholder line, with a text for screen readers. */
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
