import { clean } from './clean.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;
const LINE = 64;

/**
 * PEM text in the form of RFC 7468. Repairs line breaks written as two characters (`\\n`), CRLF, indentation
 * and one long line, and drops text around the blocks. Text without a block is returned for the caller to
 * refuse.
 */
export function plainPem(text: string): string {
  const lines = clean('certificate', text)
    .replace(/(?:\\r)?\\n/g, '\n')
    .replace(/\r\n?/g, '\n');
  const blocks = [...lines.matchAll(BLOCK)].map(([, name, body = '']) => {
    const inner = body.includes(':') ? linesOf(body) : wrapped(body.replace(/\s/g, ''));
    return [`-----BEGIN ${name}-----`, ...inner, `-----END ${name}-----`].join('\n');
  });
  return blocks.length === 0 ? lines : `${blocks.join('\n')}\n`;
}

/** Keeps the lines: the headers of an older encrypted key end with an empty line. */
const linesOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => line.trim());

const wrapped = (body: string) => body.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
