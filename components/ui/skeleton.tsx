import { cn } from './cn.ts';

/** A grey placeholder bar for a value; labels and headings stay real. `width` is any CSS width. */
export function Skeleton({ width = '5rem', className }: { width?: string; className?: string | undefined }) {
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

/** Placeholder bars of these CSS widths, which differ. */
export function Skeletons({ widths, className }: { widths: readonly string[]; className?: string }) {
  return widths.map((width) => <Skeleton key={width} width={width} className={className} />);
}

type LineProps = { label: string; width: string; className?: string };

/** One placeholder line, with a text for screen readers. */
export function ReadingLine({ label, width, className }: LineProps) {
  return (
    <p className={className}>
      <span className="sr-only" role="status">
        {label}
      </span>
      <Skeleton width={width} />
    </p>
  );
}
