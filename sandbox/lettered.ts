// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

const snake = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** Members whose content comes from elsewhere stay unchanged. */
const AS_WRITTEN = new Set(['body', 'payload', 'responseHeaders', 'metadata', 'qrCodeText']);

/**
 * Rewrites a response in another service's style: snake_case names, numbers as text, and the id prefixed with
 * the object's own name (`own`).
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
