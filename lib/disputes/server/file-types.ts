import 'server-only';

import { judgePdf, type PdfFault } from '#lib/disputes/server/judge-pdf.ts';

/** Detects the type of a defense's file from its bytes; its name only has to match. */

export type FileFault = 'empty' | 'type' | 'mismatch' | 'executable' | 'not_pdf' | PdfFault;
export type FileType = { mimeType: string; endings: readonly string[] };

const PDF: FileType = { mimeType: 'application/pdf', endings: ['pdf'] };
const PNG: FileType = { mimeType: 'image/png', endings: ['png'] };
const JPEG: FileType = { mimeType: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] };
const WEBP: FileType = { mimeType: 'image/webp', endings: ['webp'] };
const PNG_HEAD = '89504e470d0a1a0a';
/** The last chunk of every PNG: length 0, its name, its checksum. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
/** PDF readers search this many bytes for the header; line ends, a BOM or printer lines may precede it. */
const PDF_HEAD_WITHIN = 1024;
const REFUSED_ENDING = /^(?:exe|msi|bat|sh|cmd|com|scr|js|jar|ps1|vbs|apk|app|dll|lnk)$/;

/** The type by its first bytes; null for types that banks do not read, and for programs. */
function typeOf(bytes: Buffer): FileType | null {
  const hex = bytes.toString('hex', 0, 12);
  if (hex.startsWith(PNG_HEAD)) return PNG;
  if (hex.startsWith('ffd8ff')) return JPEG;
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return WEBP;
  return bytes.subarray(0, PDF_HEAD_WITHIN).includes('%PDF-') ? PDF : null;
}

/** Checks that the file has its end: a broken upload must not become the only defense's proof. */
function isWhole(bytes: Buffer, type: FileType): boolean {
  if (type === PDF) return endsAsPdf(bytes);
  if (type === PNG) return bytes.includes(PNG_END);
  if (type === JPEG) return bytes.includes(JPEG_END, pictureOf(bytes));
  return bytes.length >= bytes.readUInt32LE(4) + 8;
}

/**
 * No object follows the last cross-reference table. A cut file may still have the table of its first page.
 */
function endsAsPdf(bytes: Buffer): boolean {
  const end = Math.max(bytes.lastIndexOf('startxref'), bytes.lastIndexOf('%%EOF'));
  return end !== -1 && !bytes.includes('endobj', end);
}

/** Where a JPEG's main picture begins, after segments that may hold a thumbnail with its own end marker. */
function pictureOf(bytes: Buffer): number {
  const scan = 0xda;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== scan) {
    const fill = bytes[at + 1] === 0xff;
    const length = bytes.readUInt16BE(at + 2);
    if (!fill && length < 2) return at;
    at += fill ? 1 : 2 + length;
  }
  return at;
}

const isProgram = (bytes: Buffer) =>
  /^(?:4d5a|7f454c46|cafebabe|cffaedfe|2321)/.test(bytes.toString('hex', 0, 4));

/** The file's type, or the reason it is refused. `declared`: the type that the browser sent, often empty. */
export async function examineFile(
  bytes: Buffer,
  name: string,
  declared: string,
): Promise<{ type: FileType; fault: null } | { type: null; fault: FileFault }> {
  const refuse = (fault: FileFault) => ({ type: null, fault });
  const ending = endingOf(name);
  if (bytes.length === 0) return refuse('empty');
  if (isProgram(bytes) || REFUSED_ENDING.test(ending)) return refuse('executable');
  const type = typeOf(bytes);
  if (type === null) return refuse(ending === 'pdf' ? 'not_pdf' : 'type');
  const declaredType = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  const agrees = ['', type.mimeType, 'application/octet-stream', 'image/jpg', 'application/x-pdf'].includes(
    declaredType,
  );
  if (!agrees || (ending !== '' && !type.endings.includes(ending))) return refuse('mismatch');
  if (!isWhole(bytes, type)) return refuse('damaged');
  const fault = type === PDF ? await judgePdf(bytes) : null;
  return fault === null ? { type, fault } : refuse(fault);
}

const endingOf = (name: string) => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const LONGEST = 100;

/** A safe file name: no path, no control or direction characters, not in `taken`, with an extension. */
export function safeName(original: string, type: FileType, taken: readonly string[]): string {
  const plain = (original.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const ending = endingOf(plain);
  const [defaultEnding = 'bin'] = type.endings;
  const stem = (ending === '' ? plain : plain.slice(0, -ending.length - 1)).replace(/^[. ]+|[. ]+$/g, '');
  const short = [...(stem === '' ? 'arquivo' : stem)].slice(0, LONGEST).join('');
  for (let number = 1; ; number += 1) {
    const name = `${short}${number === 1 ? '' : ` (${number})`}.${ending === '' ? defaultEnding : ending}`;
    if (!taken.includes(name)) return name;
  }
}
