import { inflateRawSync } from 'node:zlib';

/** An XLSX read by its own parts (ZIP, then XML), with nothing of what wrote it. */

export type Cell = { as: 'text'; text: string } | { as: 'number'; number: number; format: string };
/** `frozen`: rows that stay on top while the others scroll. */
export type Sheet = { name: string; frozen: number; rows: (Cell | null)[][] };

/** The parts of a ZIP by their names, from its central directory. */
function partsOf(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('The ZIP has no end.');
  const parts = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, note] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + size);
    parts.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'),
    );
    at += 46 + name + extra + note;
  }
  return parts;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** XML's entities, then the workbook's own escapes. */
const plain = (xml: string) =>
  xml
    .replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** The number format of each style. */
function formatsOf(styles: string): string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      plain(code ?? ''),
    ]),
  );
  const cells = /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '';
  const builtIn: Record<string, string> = { 0: 'General', 1: '0', 4: '#,##0.00', 49: '@' };
  return [...cells.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(
    ([, id = '0']) => own.get(id) ?? builtIn[id] ?? id,
  );
}

const columnOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

export function sheetsOf(file: Uint8Array): Sheet[] {
  const parts = partsOf(Buffer.from(file));
  const formats = formatsOf(parts.get('xl/styles.xml') ?? '');
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)];
  return names.map(([, name = ''], place) => {
    const xml = parts.get(`xl/worksheets/sheet${place + 1}.xml`) ?? '';
    if (/<f[ >]/.test(xml)) throw new Error('The sheet has a formula.');
    const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => cellsOf(row, formats));
    const [, frozen = '0'] = /<pane [^>]*ySplit="(\d+)"[^>]*state="frozen"/.exec(xml) ?? [];
    return { name: plain(name), frozen: Number(frozen), rows };
  });
}

function cellsOf(row: string, formats: string[]): (Cell | null)[] {
  const cells: (Cell | null)[] = [];
  for (const [, attributes = '', inner = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const [, letters = 'A'] = /r="([A-Z]+)\d+"/.exec(attributes) ?? [];
    const [, style = '0'] = /s="(\d+)"/.exec(attributes) ?? [];
    const [, value] = /<v>(.*?)<\/v>/.exec(inner) ?? [];
    const [, text] = /<t(?: [^>]*)?>(.*?)<\/t>/s.exec(inner) ?? [];
    const isText = /t="inlineStr"/.test(attributes);
    cells[columnOf(letters)] = isText
      ? { as: 'text', text: plain(text ?? '') }
      : value === undefined
        ? null
        : { as: 'number', number: Number(value), format: formats[Number(style)] ?? '' };
  }
  return cells;
}

/** A serial number of days, as the clock read: '2026-11-19T11:00:00.120'. */
export const dateOfSerial = (serial: number): string =>
  new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 23);
