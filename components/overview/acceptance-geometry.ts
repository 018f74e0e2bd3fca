/** The drawing's own units; the axis labels stand at its right. */
export const PLOT = { width: 776, height: 180, plot: 720, top: 10, line: 110, bars: 158 } as const;

export type ShareOfDay = { day: string; accepted: number; tries: number };
type Bar = { day: string; x: number; width: number; y: number; height: number; open: boolean };

const GAP = 3;
const EVERY = 7;
const STEPS = [10, 20, 25, 50];

/** Shares from a round foot to 100 %, tries as bars below. A day without tries breaks the line. */
export function acceptanceGeometry(days: readonly ShareOfDay[]) {
  const slot = PLOT.plot / Math.max(1, days.length);
  const shares = days.map(({ accepted, tries }) => (tries === 0 ? null : (100 * accepted) / tries));
  const least = Math.min(100, ...shares.flatMap((share) => share ?? []));
  const step = STEPS.find((one) => (100 - least) / one <= 3) ?? 50;
  const foot = Math.max(0, 100 - step * Math.max(1, Math.ceil((100 - least) / step)));
  const y = (percent: number) => PLOT.top + ((100 - percent) / (100 - foot)) * (PLOT.line - PLOT.top);
  const most = Math.max(1, ...days.map(({ tries }) => tries));
  const bars = days.map(({ day, tries }, at): Bar => {
    const height = (tries / most) * (PLOT.bars - PLOT.line - 12);
    return {
      ...{ day, x: at * slot + GAP, width: slot - 2 * GAP, y: PLOT.bars - height, height },
      open: at === days.length - 1,
    };
  });
  const ticks = [];
  for (let percent = 100; percent >= foot; percent -= step) ticks.push({ percent, y: y(percent) });
  const labels = days.flatMap(({ day }, at) =>
    (days.length - 1 - at) % EVERY === 0 ? [{ day, x: (at + 0.5) * slot }] : [],
  );
  return {
    bars,
    ticks,
    labels,
    lines: linesOf(
      shares.map((share) => (share === null ? null : y(share))),
      slot,
    ),
  };
}

/** Runs of days with a share, as the points of a line; a day alone is a short dash. */
function linesOf(heights: readonly (number | null)[], slot: number): string[] {
  const runs: string[][] = [[]];
  heights.forEach((height, at) => {
    if (height === null) runs.push([]);
    else runs.at(-1)?.push(`${((at + 0.5) * slot).toFixed(1)},${height.toFixed(1)}`);
  });
  return runs.flatMap((run) => {
    const [only = ''] = run;
    if (run.length !== 1) return run.length === 0 ? [] : [run.join(' ')];
    const [x, height] = only.split(',');
    return [`${(Number(x) - slot / 3).toFixed(1)},${height} ${(Number(x) + slot / 3).toFixed(1)},${height}`];
  });
}
