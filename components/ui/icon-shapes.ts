/** Paths on a 16 × 16 field. `solid` is filled with the ink, `cut` is drawn over it in the surface's colour. */
export type Shape = {
  line?: string;
  dash?: string;
  gaps?: string;
  solid?: string;
  cut?: string;
  width?: number;
};

const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Shapes of the status table: each can be told from every other without colour. */
const STATUS_SHAPES = {
  check: { solid: ring(8, 8, 6.25), cut: 'M5.2 8.2 7.2 10.1 10.9 6', width: 1.8 },
  pending: { dash: ring(8, 8, 5.5), gaps: '2.2 2.1' },
  half: { line: ring(8, 8, 5.5), solid: 'M8 2.5a5.5 5.5 0 0 0 0 11z' },
  return: { line: 'M3 6.2h6.4a3.6 3.6 0 0 1 0 7.2H5.5M5.8 3.2 2.8 6.2l3 3' },
  hourglass: {
    line: 'M4 2.5h8M4 13.5h8M5 2.5c0 3 3 3.6 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 3.6-3 5.5s3 2.5 3 5.5',
  },
  barred: { line: `${ring(8, 8, 5.5)}M4.2 11.8l7.6-7.6` },
  octagon: {
    solid: 'M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4z',
    cut: 'M8 4.8v3.7M8 11.1v.1',
    width: 1.8,
  },
  triangle: { solid: 'M8 1.9 15 14H1z', cut: 'M8 6.3v3.4M8 11.9v.1', width: 1.6 },
  diamond: { solid: 'M8 1.7 14.3 8 8 14.3 1.7 8z', cut: 'M8 5v3.4M8 10.9v.1', width: 1.6 },
  unknown: {
    dash: ring(8, 8, 5.8),
    gaps: '2.6 2',
    line: 'M6.5 6.6c.1-1.9 3.1-1.9 3.1-.1 0 1.2-1.6 1.2-1.6 2.3M8 11v.1',
  },
  operator: {
    dash: 'M4.5 3h7A1.5 1.5 0 0 1 13 4.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3z',
    gaps: '2.2 1.7',
    line: 'M6 8h4M8 6v4',
  },
  clock: { line: `${ring(8, 8, 5.8)}M8 4.7V8l2.3 1.7` },
} as const satisfies Record<string, Shape>;

export const SHAPES = {
  ...STATUS_SHAPES,
  'arrow-in': { line: 'M12 4 4.5 11.5M4.5 6v5.5H10' },
  'arrow-out': { line: 'M4 12 11.5 4.5M6 4.5h5.5V10' },
  chain: { line: 'M6 4.5H4.5a3.5 3.5 0 0 0 0 7H6M10 4.5h1.5a3.5 3.5 0 0 1 0 7H10M5.5 8h5' },
  bell: { line: 'M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8zM6.7 14.3h2.6' },
  calendar: { line: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3' },
  card: {
    line: 'M2 4.5A1.5 1.5 0 0 1 3.5 3h9A1.5 1.5 0 0 1 14 4.5v7a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5zM2 6.5h12M4.5 10h3',
  },
  charge: { line: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5H11V11M13.5 9.5v4h-4' },
  tick: { line: 'm3 8.5 3.3 3.3L13 4.8' },
  columns: { line: 'M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11' },
  copy: { line: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3' },
  deliveries: { line: 'M2 4h4.5M2 8h3M2 12h4.5M8 8h5.5M11 5.5 13.5 8 11 10.5' },
  desktop: { line: 'M2 3h12v7.5H2zM6 13.2h4M8 10.5v2.7' },
  disputes: { line: 'M8 2 14 8l-6 6-6-6zM8 5.5v3M8 10.7v.1' },
  down: { line: 'm4 6.3 4 4 4-4' },
  download: { line: 'M8 2.5V10M5.2 7.3 8 10l2.8-2.7M2.5 13.5h11' },
  enter: { line: 'M13 3.5v5H4M6.5 6 4 8.5 6.5 11' },
  eye: {
    line: `M1.5 8C3 5.2 5.3 3.8 8 3.8S13 5.2 14.5 8C13 10.8 10.7 12.2 8 12.2S3 10.8 1.5 8z${ring(8, 8, 1.9)}`,
  },
  file: { line: 'M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3' },
  finger: {
    line: 'M4.5 12.5c.8-1.5 1-2.7 1-4.3a2.5 2.5 0 0 1 5 0c0 2-.2 3.6-.8 5.3M8 8.2c0 2.3-.4 4-1.4 5.8M2.8 10.5c.3-.8.4-1.5.4-2.3a4.8 4.8 0 0 1 9.6 0c0 1 0 1.9-.2 2.8',
  },
  flask: { line: 'M6 2.5h4M6.8 2.5v4L3 13.5h10L9.2 6.5v-4M4.8 10.5h6.4' },
  gear: { line: `M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6${ring(10.2, 4.5, 1.8)}${ring(5.8, 11.5, 1.8)}` },
  hook: { line: `M10 2.5v6.3a3.2 3.2 0 1 1-6.4 0M3.6 8.8 2 10.5M3.6 8.8l1.7 1.6${ring(10, 2.6, 1)}` },
  image: { line: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5 3 3 2-2 2.5 2.5' },
  info: { line: `${ring(8, 8, 5.8)}M8 7.4v3.4M8 5.1v.1` },
  key: { line: `${ring(5, 11, 2.7)}M7 9l6-6M10.5 5.5l2 2` },
  left: { line: 'm9.7 4-4 4 4 4' },
  right: { line: 'm6.3 4 4 4-4 4' },
  link: {
    line: 'M6.5 9.5 9.5 6.5M7 4.5l1.6-1.6a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.6 1.6a3.2 3.2 0 0 1-4.5-4.5L4.5 7',
  },
  lines: { line: 'M2.5 3.5h11M2.5 6.5h7M2.5 9.5h11M2.5 12.5h7' },
  lock: { line: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2' },
  mail: { line: 'M2 3.5h12v9H2zM2 4l6 5 6-5' },
  moon: { line: 'M12.8 9.6A5.3 5.3 0 0 1 6.4 3.2a5.3 5.3 0 1 0 6.4 6.4z' },
  more: { line: 'M3.5 8h.1M8 8h.1M12.5 8h.1', width: 2.2 },
  open: { line: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4' },
  overview: { line: 'M2.5 3h11M2.5 6.5h6M2.5 13h3V9.5h-3zM8 13h5.5V9.5H8z' },
  pause: { line: 'M5.5 3.5v9M10.5 3.5v9' },
  phone: { line: 'M5 1.8h6v12.4H5zM7.3 12.2h1.4' },
  plus: { line: 'M8 3v10M3 8h10' },
  refresh: { line: 'M13.2 8a5.2 5.2 0 1 1-1.6-3.7M13.5 2.3v2.9h-2.9' },
  report: { line: 'M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3M6 8h4M6 10.8h4' },
  search: { line: `${ring(7, 7, 4.3)}M10.3 10.3l3.4 3.4` },
  send: { line: 'M2.5 8h9M8.5 4.5 12 8l-3.5 3.5M14 3.5v9' },
  theme: { line: ring(8, 8, 5.8), solid: 'M8 2.2v11.6A5.8 5.8 0 0 0 8 2.2z' },
  transactions: { line: 'M2.5 5.4h10M9.7 2.6l2.8 2.8-2.8 2.8M13.5 10.6h-10M6.3 7.8l-2.8 2.8 2.8 2.8' },
  transfers: { line: 'M2.5 3.5v9M13.5 3.5v9M5 8h6M8.8 5.7 11 8l-2.2 2.3' },
  up: { line: 'm4 9.7 4-4 4 4' },
  user: { line: `${ring(8, 5.3, 2.7)}M2.8 13.8c.6-3 2.7-4.3 5.2-4.3s4.6 1.3 5.2 4.3` },
  withdraw: { line: 'M8 10V2.5M5.2 5.2 8 2.5l2.8 2.7M2.5 10v3.5h11V10' },
  x: { line: 'm3.7 3.7 8.6 8.6M12.3 3.7l-8.6 8.6' },
} as const satisfies Record<string, Shape>;

export type IconName = keyof typeof SHAPES;
export type StatusShape = keyof typeof STATUS_SHAPES;
