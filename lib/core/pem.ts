import { clean } from './clean.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

/** PEM text by RFC 7468: repairs breaks, indentation and one long line, drops text around; else unchanged. */
export function plainPem(text: string): string {
  const lines = clean('certificate', text)
    .replace(/(?:\\r)?\\n/g, '\n')
    .replace(/\r\n?/g, '\n');
  const blocks = [...lines.matchAll(BLOCK)].map(([, name, body = '']) => {
    // The headers of an older encrypted key end with an empty line: its lines stay.
    const inner = body.includes(':')
      ? Array.from(body.trim().split('\n'), (line) => line.trim())
      : (body.replace(/\s/g, '').match(/.{1,64}/g) ?? []);
    return [`-----BEGIN ${name}-----`, ...inner, `-----END ${name}-----`].join('\n');
  });
  return blocks.length === 0 ? lines : `${blocks.join('\n')}\n`;
}
