import type { IncomingMessage } from 'node:http';

/** The first of these codings that the browser takes; undefined: the content goes as it is. */
export function acceptedCoding<C extends string>(
  request: IncomingMessage,
  codings: readonly C[],
): C | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name);
  return codings.find((coding) => accepted.includes(coding));
}
