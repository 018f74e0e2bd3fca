'use client';

import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';

type Props = {
  label: string;
  /** How many days are drawn. */
  count: number;
  pointed: number | null;
  onPoint: (index: number | null) => void;
  /** Day and value in words. */
  text: (index: number) => string;
  /** Day at a part of the room's width, from 0 to 1; null: none is there. */
  indexAt: (part: number) => number | null;
  className?: string | undefined;
  children: ReactNode;
};

/** Room of a chart by day, one stop for the keyboard: the arrows move from day to day, as on a slider. */
export function ChartSlider({ label, count, pointed, onPoint, text, indexAt, ...room }: Props) {
  const last = count - 1;
  const at = pointed ?? last;
  const byKey = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, at, last);
    if (next === null) return;
    event.preventDefault();
    onPoint(next);
  };
  const byPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = indexAt((event.clientX - box.left) / box.width);
    onPoint(index === null ? null : Math.min(last, Math.max(0, index)));
  };
  return (
    <div
      {...room}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={text(at)}
      onKeyDown={byKey}
      onFocus={() => pointed === null && onPoint(last)}
      onBlur={() => onPoint(null)}
      onPointerMove={byPointer}
      onPointerLeave={() => onPoint(null)}
    />
  );
}

/** Where a key leads to, or null for keys that are not the chart's. */
function keyTarget(key: string, at: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -7,
    PageUp: 7,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, at + step));
}
