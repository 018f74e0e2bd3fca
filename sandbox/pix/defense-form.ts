import type { Dialect } from '../account.ts';
import { invalid, PixError } from '../errors.ts';
import type { PixRequest } from '../types.ts';
import type { DefenseFile } from '../world/dispute-book.ts';
import { Fields } from './fields.ts';
import { readMultipart } from './multipart.ts';

export type DefenseForm = { defense: string; files: DefenseFile[] };

const MOST_TEXT = 1000;
const MOST_FILES = 5;
const MOST_BYTES = 10 * 1024 * 1024;
const REFUSED = /\.(exe|msi|bat|sh|cmd)$/i;

function multipart(request: PixRequest): DefenseForm {
  const parts = readMultipart(request.rawBody, request.contentType);
  if (!parts) throw invalid('body', 'multipart/form-data inválido');
  const text = parts.find((part) => part.name === 'defense' && part.filename === null);
  const defense = text?.data.toString('utf8') ?? '';
  if (defense.length < 1 || defense.length > MOST_TEXT) {
    throw invalid('defense', `deve ser um texto de 1 a ${MOST_TEXT} caracteres`);
  }
  const files = parts.filter((part) => part.name === 'files');
  if (files.length > MOST_FILES) throw invalid('files', `no máximo ${MOST_FILES} arquivos`);
  if (files.reduce((sum, file) => sum + file.data.length, 0) > MOST_BYTES) {
    throw invalid('files', 'os arquivos somam mais de 10 MB');
  }
  const refused = files.find((file) => REFUSED.test(file.filename ?? ''));
  if (refused) throw invalid('files', `tipo de arquivo não aceito: ${refused.filename}`);
  return {
    defense,
    files: files.map((file) => ({
      name: file.filename ?? 'arquivo',
      mimeType: file.type,
      size: file.data.length,
    })),
  };
}

function json(request: PixRequest): DefenseForm {
  const fields = new Fields(request.body);
  const defense = fields.required('defense', MOST_TEXT);
  fields.done();
  return { defense, files: [] };
}

/** The content type depends on the dialect: multipart in `plain`, JSON in `nested`, either in `sparse`. */
export function readDefense(request: PixRequest, dialect: Dialect): DefenseForm {
  const isMultipart = /^multipart\/form-data/i.test(request.contentType);
  if (isMultipart ? dialect === 'nested' : dialect === 'plain') {
    throw new PixError(415, 'PZV001', `Tipo de conteúdo não suportado: ${request.contentType || 'nenhum'}.`);
  }
  return isMultipart ? multipart(request) : json(request);
}
