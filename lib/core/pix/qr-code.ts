import { encode } from 'uqr';

/** Squares of a QR code without its quiet border; `dark` returns false outside it. */
export type QrMatrix = { size: number; dark: (column: number, row: number) => boolean };

/** Encodes the text as a QR code of level M (15 % damage). Throws RangeError for a text that is too long. */
export function qrCode(text: string): QrMatrix {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  return { size, dark: (column, row) => data[row]?.[column] ?? false };
}

/** The dark squares as an SVG path of unit squares, shifted by the quiet border. */
export function qrPath({ size, dark }: QrMatrix, border = 4): string {
  let path = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!dark(x, y)) continue;
      let end = x;
      while (end + 1 < size && dark(end + 1, y)) end += 1;
      path += `M${x + border} ${y + border}h${end - x + 1}v1h-${end - x + 1}z`;
      x = end;
    }
  return path;
}
