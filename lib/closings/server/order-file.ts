import 'server-only';
import { inflateRawSync } from 'node:zlib';
import { parseCsv } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { readBody } from '#lib/api/steps/parse.ts';
import { type Cell, MOST_CELL, MOST_COLUMNS, MOST_ORDERS } from '#lib/closings/order-columns.ts';
import { GuicheError, invalidField, orNull } from '#lib/core/errors.ts';

/** Reads the rows of an uploaded CSV or XLSX, bounded in bytes, rows, columns and cells. */

const MOST_BYTES = 10_000_000;
const FORM_BYTES = MOST_BYTES + 100_000;
/** Of all parts of a workbook together, unpacked. */
const MOST_UNPACKED = 120_000_000;
const MOST_PARTS = 500;

export type UploadedOrders = { name: string; bytes: Buffer; columns: string | null };

/** The parts `file` and, once confirmed, `columns` (JSON) of a multipart form. */
export async function uploadOf(request: Pick<Request, 'headers' | 'body'>): Promise<UploadedOrders> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data(;|$)/i.test(type))
    throw new GuicheError('unsupported_media_type', 'The body must be multipart/form-data.');
  const bytes = await readBody(request, FORM_BYTES, 'An order file has at most 10 MB.');
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const file = form?.get('file') ?? null;
  if (file === null || typeof file === 'string') throw invalidField('file', 'missing');
  if (file.size > MOST_BYTES) throw invalidField('file', 'too_large');
  if (file.size === 0) throw invalidField('file', 'empty');
  const columns = form?.get('columns') ?? null;
  return {
    name: file.name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 120),
    bytes: Buffer.from(await file.arrayBuffer()),
    columns: typeof columns === 'string' ? columns : null,
  };
}

/** The file's rows; of a workbook its first sheet. Its first bytes decide the kind, not its name. */
export async function rowsOfFile(bytes: Buffer): Promise<Cell[][]> {
  const isZip = bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;
  const rows = isZip ? await workbookRows(bytes) : textRows(bytes);
  if (rows.length === 0) throw invalidField('file', 'empty');
  return rows;
}

function textRows(bytes: Buffer): Cell[][] {
  if (bytes.includes(0)) throw invalidField('file', 'not_a_table');
  const decode = (label: string) => new TextDecoder(label, { fatal: true }).decode(bytes);
  // Spreadsheets in Portuguese still write Windows-1252.
  const text = orNull(() => decode('utf-8')) ?? decode('windows-1252');
  const rows = orNull(() => parseCsv(text, { maxRows: MOST_ORDERS + 2, skipEmptyRows: true }));
  if (rows === null) throw invalidField('file', 'not_a_table');
  return bounded(rows as Cell[][]);
}

async function workbookRows(bytes: Buffer): Promise<Cell[][]> {
  requireSmall(bytes);
  const rows: Cell[][] = [];
  try {
    for await (const { values } of streamXlsxRows(new Uint8Array(bytes))) {
      rows.push(values as Cell[]);
      if (rows.length > MOST_ORDERS + 1) break;
    }
  } catch {
    throw invalidField('file', 'not_a_table');
  }
  return bounded(rows);
}

function bounded(rows: Cell[][]): Cell[][] {
  if (rows.length > MOST_ORDERS + 1) throw invalidField('file', 'too_many_rows');
  if (rows.some((row) => row.length > MOST_COLUMNS)) throw invalidField('file', 'too_many_columns');
  return rows.map((row) => row.map((cell) => (typeof cell === 'string' ? inCell(cell) : cell)));
}

/** Without the apostrophe or `="…"` that keeps a text from being a formula. */
function inCell(text: string): string {
  const [, inert] = /^="([^"]*)"$/.exec(text) ?? [];
  return (inert ?? text.replace(/^'(?=[=+\-@])/, '')).slice(0, MOST_CELL);
}

/** Unpacks every part within the limit before anything reads them: a small file may hold gigabytes. */
function requireSmall(zip: Buffer): void {
  const odd = () => invalidField('file', 'not_a_table');
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > zip.length) throw odd();
  const parts = zip.readUInt16LE(end + 10);
  if (parts > MOST_PARTS) throw odd();
  let left = MOST_UNPACKED;
  let at = zip.readUInt32LE(end + 16);
  for (let part = 0; part < parts; part += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw odd();
    const [method, size, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ];
    if (local + 30 > zip.length) throw odd();
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + size);
    const unpacked =
      method === 0
        ? packed.length
        : orNull(() => inflateRawSync(packed, { maxOutputLength: left + 1 }).length);
    if (unpacked === null || unpacked > left) throw invalidField('file', 'too_large');
    left -= unpacked;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
