import { codewords } from './qr-codewords.ts';

type Grid = { size: number; dark: boolean[][]; fixed: boolean[][] };

function set(grid: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return;
  (grid.dark[y] as boolean[])[x] = dark;
  (grid.fixed[y] as boolean[])[x] = true;
}

function finder(grid: Grid, x: number, y: number): void {
  for (let dy = -4; dy <= 4; dy++) {
    for (let dx = -4; dx <= 4; dx++) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      set(grid, x + dx, y + dy, distance !== 2 && distance !== 4);
    }
  }
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let place = size - 7; places.length < count; place -= step) places.splice(1, 0, place);
  return places;
}

function drawFixed(grid: Grid, version: number): void {
  const { size } = grid;
  for (let place = 0; place < size; place++) {
    set(grid, 6, place, place % 2 === 0);
    set(grid, place, 6, place % 2 === 0);
  }
  finder(grid, 3, 3);
  finder(grid, size - 4, 3);
  finder(grid, 3, size - 4);
  const places = alignments(version, size);
  for (const y of places) {
    for (const x of places) {
      if ((x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++)
          set(grid, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
  drawFormat(grid);
  if (version >= 7) drawVersion(grid, version);
}

/** Level M (bits 00) and mask 0. */
function drawFormat(grid: Grid): void {
  const bits = 0x5412;
  const bit = (place: number) => ((bits >>> place) & 1) !== 0;
  const { size } = grid;
  for (let place = 0; place <= 5; place++) set(grid, 8, place, bit(place));
  set(grid, 8, 7, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 7, 8, bit(8));
  for (let place = 9; place < 15; place++) set(grid, 14 - place, 8, bit(place));
  for (let place = 0; place < 8; place++) set(grid, size - 1 - place, 8, bit(place));
  for (let place = 8; place < 15; place++) set(grid, 8, size - 15 + place, bit(place));
  set(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number): void {
  let rest = version;
  for (let turn = 0; turn < 12; turn++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let place = 0; place < 18; place++) {
    const dark = ((bits >>> place) & 1) !== 0;
    const [a, b] = [grid.size - 11 + (place % 3), Math.floor(place / 3)];
    set(grid, a, b, dark);
    set(grid, b, a, dark);
  }
}

function drawData(grid: Grid, words: number[]): void {
  const { size } = grid;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const upward = ((right + 1) & 2) === 0;
        const y = upward ? size - 1 - step : step;
        if (grid.fixed[y]?.[x]) continue;
        const word = words[bit >>> 3] ?? 0;
        const dark = bit < words.length * 8 && ((word >>> (7 - (bit & 7))) & 1) !== 0;
        bit++;
        (grid.dark[y] as boolean[])[x] = dark !== ((x + y) % 2 === 0);
      }
    }
  }
}

/** Rows of modules, true for dark; without the quiet zone. */
export function qrMatrix(text: string): boolean[][] {
  const { version, words } = codewords(text);
  const size = version * 4 + 17;
  const blank = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const grid: Grid = { size, dark: blank(), fixed: blank() };
  drawFixed(grid, version);
  drawData(grid, words);
  return grid.dark;
}
