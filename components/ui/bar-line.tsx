import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

type Part = { key: string; value: number; className: string };

/** One horizontal bar of a list: consecutive parts, starting at `begins`, on a scale from 0 to `whole`. */
export function BarLine({
  begins = 0,
  parts,
  whole,
  className = '',
}: {
  begins?: number;
  parts: readonly Part[];
  whole: number;
  className?: string;
}) {
  const x = scaleLinear<number>({ domain: [0, whole], range: [0, 100] });
  let end = begins;
  return (
    <svg className={`block w-full overflow-visible ${className}`} aria-hidden="true" focusable="false">
      {parts.map((part) => {
        const start = end;
        end += part.value;
        return (
          <Bar
            key={part.key}
            className={part.className}
            x={`${x(start)}%`}
            style={{ width: `max(1px, ${x(part.value)}% - 1px)` }}
            height="100%"
            rx={2}
          />
        );
      })}
    </svg>
  );
}
