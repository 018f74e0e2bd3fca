import { cn } from '#components/ui/cn.ts';
import { qrCode, qrPath } from '#lib/core/pix/qr-code.ts';

/** The quiet zone that the QR standard requires, in modules. */
const QUIET = 4;

type QrDrawing = { path: string; box: string };

/** Returns null where there is no text, or it is too long for a QR code. */
export function qrDrawing(text: string | null): QrDrawing | null {
  if (text === null) return null;
  try {
    const matrix = qrCode(text);
    const edge = matrix.size + 2 * QUIET;
    return { path: qrPath(matrix, QUIET), box: `0 0 ${edge} ${edge}` };
  } catch {
    return null;
  }
}

/** Always dark on white, so that cameras can read it. */
export const QR_FRAME =
  'block aspect-square h-auto w-full rounded-2 border border-line-strong bg-[oklch(1_0_0)] object-contain p-2 forced-color-adjust-none [image-rendering:pixelated]';

type Props = { drawn: QrDrawing; label: string; className?: string | undefined };

export function QrImage({ drawn, label, className }: Props) {
  return (
    <svg
      className={cn(QR_FRAME, className)}
      viewBox={drawn.box}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={drawn.path} fill="oklch(0.18 0.012 235)" />
    </svg>
  );
}
