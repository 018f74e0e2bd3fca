import 'server-only';
import { randomBytes } from 'node:crypto';

/** A field of a form (text) or a file of it. Names are ours; file names are people's. */
export type FormPart =
  | { name: string; text: string }
  | { name: string; file: { name: string; mimeType: string; bytes: Uint8Array } };

/**
 * `multipart/form-data` as browsers write it, except that text goes out exactly as given: FormData would turn
 * every line break into CR LF and so change what was stored, counted and shown.
 */
export function encodeForm(parts: readonly FormPart[]): { contentType: string; body: Uint8Array } {
  const boundary = `----guiche-${randomBytes(18).toString('hex')}`;
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    'text' in part ? Buffer.from(part.text) : part.file.bytes,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

function headOf(part: FormPart): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if ('text' in part) return disposition;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(part.file.mimeType)
    ? part.file.mimeType
    : 'application/octet-stream';
  return `${disposition}; filename="${quoted(part.file.name)}"\r\nContent-Type: ${type}`;
}

/** No name can end its quotes or its line. */
const quoted = (name: string) => name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
