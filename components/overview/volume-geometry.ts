import { niceStep } from '#components/ui/nice-step.ts';
import { isWeekend } from '#lib/overview/rules.ts';

/** The drawing's own units; the axis labels stand at its right. */
export const CHART = { width: 776, height: 178, plot: 706, top: 8, bottom: 158, labels: 174 } as const;

type Day = { day: string; in: number; out: number };
export type Bar = {
  day: string;
  x: number;
  width: number;
  in: { y: number; height: number };
  out: { y: number; height: number };
  weekend: boolean;
  /** The last day, still going on. */
  open: boolean;
};
export type Tick = { y: number; cents: number };
export type VolumeGeometry = { slot: number; axis: number; bars: Bar[]; ticks: Tick[]; labels: Label[] };
type Label = { x: number; day: string | null };

const GAP = 2;
const LABEL_SLOTS = 3;

/** In above the axis, out below it, both on one scale, so that lengths compare. Cents in, drawing units out. */
export function volumeGeometry(days: readonly Day[]): VolumeGeometry {
  const [top, depth] = [
    Math.max(0, ...days.map((day) => day.in)),
    Math.max(0, ...days.map((day) => day.out)),
  ];
  const step = niceStep(Math.max(top, depth, 100) / 3);
  const [above, below] = [stepsFor(top, step, 1), stepsFor(depth, step, 0)];
  const perStep = (CHART.bottom - CHART.top) / (above + below);
  const scale = perStep / step;
  const axis = CHART.top + above * perStep;
  const slot = CHART.plot / Math.max(1, days.length);
  const bars = days.map((day, index) => ({
    day: day.day,
    x: index * slot + GAP,
    width: Math.max(1, slot - 3 * GAP),
    in: { y: axis - day.in * scale, height: day.in * scale },
    out: { y: axis + GAP, height: Math.max(0, day.out * scale - GAP) },
    weekend: isWeekend(day.day),
    open: index === days.length - 1,
  }));
  const ticks = Array.from({ length: above + below + 1 }, (_, index) => ({
    y: CHART.top + index * perStep,
    cents: Math.abs(above - index) * step,
  }));
  return { slot, axis, bars, ticks, labels: labelsOf(bars) };
}

function stepsFor(most: number, step: number, least: number): number {
  return Math.max(least, Math.ceil(most / step));
}

/** A date under each Monday, and the open day at the end (`day` null), which its neighbours make room for. */
function labelsOf(bars: readonly Bar[]): Label[] {
  const middle = (bar: Bar) => bar.x + bar.width / 2;
  const labels: Label[] = [];
  for (const [index, bar] of bars.entries()) {
    const monday = new Date(`${bar.day}T12:00:00Z`).getUTCDay() === 1;
    if (bar.open) labels.push({ x: middle(bar), day: null });
    else if (monday && index > 0 && bars.length - index > LABEL_SLOTS)
      labels.push({ x: middle(bar), day: bar.day });
  }
  return labels;
}
