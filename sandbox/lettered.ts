// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

const snake = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** Members written by somebody else: the answer keeps them as they were. */
const AS_WRITTEN = new Set(['body', 'payload', 'responseHeaders', 'metadata', 'qrCodeText']);

/**
 * The same answer in the letters of another service: names in snake_case, numbers as JSON text, and the thing's own
 * name before its id (`own`).
 */
export function inSnake(json: Json, own = ''): Json {
  if (Array.isArray(json)) return json.map((one) => inSnake(one, own));
  if (typeof json === 'number') return String(json);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name === 'id' && own !== '' ? `${snake(own)}_id` : snake(name),
      AS_WRITTEN.has(name) ? value : inSnake(value),
    ]),
  );
}
