import 'server-only';
import type { Headers } from '#lib/webhooks/signature.ts';

/**
 * Headers as people paste them: `Name: value` lines (with a request line above, `>` marks before or curl's `-H '…'`
 * around), or a JSON object. Names come back in lower case; what is no header is passed over.
 */
export function readHeaders(text: string): Headers {
  const json = fromJson(text);
  if (json !== null) return json;
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n|(?<=['"])\s+(?=-H\s)/)) {
    const bare = line
      .trim()
      .replace(/^(?:curl\s.*?)?-H\s+/, '')
      .replace(/^[<>|]\s+/, '')
      .replace(/\s*\\$/, '')
      .replace(/^(['"])(.*)\1$/, '$2');
    const match = /^([!#$%&*+.^_|~0-9A-Za-z-]+)\s*:\s*(.*)$/.exec(bare);
    if (match?.[1] !== undefined) found[match[1].toLowerCase()] = (match[2] ?? '').trim();
  }
  return found;
}

function fromJson(text: string): Headers | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const first: unknown = Array.isArray(one) ? one[0] : one;
        return typeof first === 'string' || typeof first === 'number'
          ? [[name.toLowerCase(), String(first)] as const]
          : [];
      }),
    );
  } catch {
    return null;
  }
}
