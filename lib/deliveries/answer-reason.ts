/** Why an address did not take a notice, from what it answered. Pure. */

/** Faults of the connection, where nothing was answered. */
const FAULTS = [
  ['refused', /ECONNREFUSED|connection refused|EHOSTUNREACH|ENETUNREACH/i],
  ['name', /ENOTFOUND|EAI_AGAIN|ENODATA|name not resolved|no such host/i],
  ['certificate', /CERT|SELF_SIGNED|SSL|TLS/i],
  ['timeout', /time[d ]?-?\s?out|ETIMEDOUT|deadline exceeded/i],
  ['reset', /ECONNRESET|socket hang up|connection reset/i],
] as const;
export type AnswerFault = (typeof FAULTS)[number][0];
export type AnswerReason = { fault: AnswerFault } | { text: string };

const LONGEST = 160;
/** Members of a JSON answer that say why, the plainest first. */
const SAYING = [
  'message',
  'error_description',
  'detail',
  'reason',
  'error',
  'errors',
  'title',
  'description',
];
const IN_PORTUGUESE = ['mensagem', 'motivo', 'erro', 'erros', 'detalhe', 'descricao'];

type Answered = { status: number | null; error: string | null; responseBody: string | null };

/** Null where nothing says why. */
export function reasonOf({ status, error, responseBody }: Answered): AnswerReason | null {
  const fault = status === null && error !== null ? FAULTS.find(([, words]) => words.test(error)) : undefined;
  if (fault !== undefined) return { fault: fault[0] };
  const said = inBody(responseBody) ?? error;
  return said === null || said.trim() === '' ? null : { text: cut(said) };
}

function inBody(body: string | null): string | null {
  const text = body?.trim() ?? '';
  if (text === '') return null;
  if (/^[[{"]/.test(text)) {
    try {
      return sayingIn(JSON.parse(text), 3);
    } catch {
      return text;
    }
  }
  if (text.startsWith('<')) return /<title[^>]*>([^<]+)</i.exec(text)?.[1] ?? null;
  return text;
}

function sayingIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value)) return sayingIn(value[0], depth - 1);
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  for (const name of [...SAYING, ...IN_PORTUGUESE]) {
    const said = sayingIn(members.get(name) ?? null, depth - 1);
    if (said !== null && said.trim() !== '') return said;
  }
  return null;
}

function cut(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const NEXT = ['nextAttemptAt', 'nextRetryAt', 'nextTryAt', 'nextAttempt', 'retryAt', 'scheduledAt'];

/** When the provider tries again by itself, ISO 8601; no document shows such a field: null where a record has none. */
export function nextAttemptOf(other: Readonly<Record<string, unknown>>): string | null {
  for (const name of NEXT) {
    const value = other[name];
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(value).toISOString();
  }
  return null;
}
