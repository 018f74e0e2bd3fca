import 'server-only';

/** Tells the type of a defense's file by its bytes; its name only has to agree. */

export type FileFault = 'empty' | 'type' | 'mismatch' | 'executable' | 'damaged' | 'encrypted';
export type FileType = { mimeType: string; endings: readonly string[] };

const PDF: FileType = { mimeType: 'application/pdf', endings: ['pdf'] };
const PNG: FileType = { mimeType: 'image/png', endings: ['png'] };
const JPEG: FileType = { mimeType: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] };
const WEBP: FileType = { mimeType: 'image/webp', endings: ['webp'] };
const PNG_HEAD = '89504e470d0a1a0a';
const REFUSED_ENDING = /^(?:exe|msi|bat|sh|cmd|com|scr|js|jar|ps1|vbs|apk|app|dll|lnk)$/;

/** The type by its first bytes; null for what no bank reads (and for programs). */
function typeOf(bytes: Buffer): FileType | null {
  const hex = bytes.toString('hex', 0, 12);
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return PDF;
  if (hex.startsWith(PNG_HEAD)) return PNG;
  if (hex.startsWith('ffd8ff')) return JPEG;
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return WEBP;
  return null;
}

/** Tells if the file's end is there too: an upload that broke off must not be the one chance's proof. */
function isWhole(bytes: Buffer, type: FileType): boolean {
  if (type === PDF) return bytes.subarray(-2048).includes('%%EOF');
  if (type === PNG) return bytes.subarray(-64).includes('IEND');
  if (type === JPEG) return bytes.lastIndexOf(Buffer.from('ffd9', 'hex')) > bytes.length / 2;
  return bytes.length >= bytes.readUInt32LE(4) + 8;
}

const isProgram = (bytes: Buffer) =>
  /^(?:4d5a|7f454c46|cafebabe|cffaedfe|2321)/.test(bytes.toString('hex', 0, 4));
/** A PDF that asks for a password is read by nobody; its trailer says so. */
const isEncrypted = (bytes: Buffer, type: FileType) =>
  type === PDF && /\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.subarray(-4096).toString('latin1'));

/** The file's type, or what keeps it out. `declared` is the browser's own word for it, often empty. */
export function examineFile(
  bytes: Buffer,
  name: string,
  declared: string,
): { type: FileType; fault: null } | { type: null; fault: FileFault } {
  const refuse = (fault: FileFault) => ({ type: null, fault });
  const ending = endingOf(name);
  if (bytes.length === 0) return refuse('empty');
  if (isProgram(bytes) || REFUSED_ENDING.test(ending)) return refuse('executable');
  const type = typeOf(bytes);
  if (type === null) return refuse('type');
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  const agrees = ['', type.mimeType, 'application/octet-stream', 'image/jpg', 'application/x-pdf'].includes(
    said,
  );
  if (!agrees || (ending !== '' && !type.endings.includes(ending))) return refuse('mismatch');
  if (!isWhole(bytes, type)) return refuse('damaged');
  return isEncrypted(bytes, type) ? refuse('encrypted') : { type, fault: null };
}

const endingOf = (name: string) => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const LONGEST = 100;

/** A name that is only a name: no path, no control or direction signs, never two alike (`taken`), with its ending. */
export function safeName(given: string, type: FileType, taken: readonly string[]): string {
  const plain = (given.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const ending = endingOf(plain);
  const [usual = 'bin'] = type.endings;
  const stem = (ending === '' ? plain : plain.slice(0, -ending.length - 1)).replace(/^[. ]+|[. ]+$/g, '');
  const short = [...(stem === '' ? 'arquivo' : stem)].slice(0, LONGEST).join('');
  for (let number = 1; ; number += 1) {
    const name = `${short}${number === 1 ? '' : ` (${number})`}.${ending === '' ? usual : ending}`;
    if (!taken.includes(name)) return name;
  }
}
