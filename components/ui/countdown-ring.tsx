import { clock } from './clock-provider.tsx';

/** The remaining seconds of a wait as a ring; the text next to it carries the meaning. */
export function CountdownRing({ left, total }: { left: number; total: number }) {
  const round = 2 * Math.PI * 19;
  const share = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0;
  return (
    <svg
      className="size-11 flex-none fill-none stroke-3"
      viewBox="0 0 44 44"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="stroke-line-strong" cx="22" cy="22" r="19" />
      <circle
        className="stroke-warn-line transition-[stroke-dasharray] duration-(--t-slow) ease-linear"
        cx="22"
        cy="22"
        r="19"
        strokeDasharray={`${round * share} ${round}`}
        transform="rotate(-90 22 22)"
      />
      <text className="fill-ink stroke-none text-[13px] font-semibold" x="22" y="27" textAnchor="middle">
        {left < 60 ? left : clock(left)}
      </text>
    </svg>
  );
}
