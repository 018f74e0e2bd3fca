import 'server-only';
import { parseJson } from '#lib/core/http/json.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { plainKey } from '#lib/providers/fields.ts';
import type { ProviderFile } from '#lib/providers/port.ts';
import { UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** File types by their first bytes; the type in a header is ignored. */
const KINDS = [
  { mimeType: 'application/pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mimeType: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
] as const;
export type FileType = (typeof KINDS)[number]['mimeType'];

const DATA_URI = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*;base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const NAMES = means.FILES.map(plainKey);

/**
 * The file in an answer, if its type is `wanted`: raw bytes, or base64 (with or without a data URI prefix) as
 * text or within JSON. Throws UnreadableAnswer when there is none.
 */
export function fileIn(bytes: Uint8Array, wanted: readonly FileType[]): ProviderFile {
  const found = typed(bytes, wanted) ?? fileInText(Buffer.from(bytes).toString('utf8'), wanted);
  if (found === null) throw new UnreadableAnswer('file');
  return found;
}

/** Decodes a file from base64; null when it holds no file of a `wanted` type. */
export function fileInBase64(text: string, wanted: readonly FileType[]): ProviderFile | null {
  const plain = text.trim().replace(DATA_URI, '').replace(/\s+/g, '');
  return BASE64.test(plain) ? typed(Buffer.from(plain, 'base64'), wanted) : null;
}

function typed(bytes: Uint8Array, wanted: readonly FileType[]): ProviderFile | null {
  const kind = KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  return kind !== undefined && wanted.includes(kind.mimeType) ? { bytes, mimeType: kind.mimeType } : null;
}

function fileInText(text: string, wanted: readonly FileType[]): ProviderFile | null {
  const plain = fileInBase64(text, wanted);
  if (plain !== null) return plain;
  const json = jsonOf(text);
  if (typeof json === 'string') return fileInBase64(json, wanted);
  const layers = unwrapLayers(json, [...NAMES, 'transaction']);
  for (const name of NAMES)
    for (const layer of layers)
      for (const [key, value] of Object.entries(layer)) {
        const file = typeof value === 'string' && plainKey(key) === name ? fileInBase64(value, wanted) : null;
        if (file !== null) return file;
      }
  return null;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
