import { timingSafeEqual } from 'node:crypto';
import { isFictionalUrl } from './addresses.ts';
import { type Faults, faultAnswer } from './faults.ts';
import type { Answer } from './model.ts';

/** A manual request to an example address, as its receiver would see it. */
export type ManualCall = { url: string; headers: Record<string, string>; body: string };

export function readManualCall(input: Record<string, unknown>): ManualCall | null {
  const { url, headers, body } = input;
  if (typeof url !== 'string' || !isFictionalUrl(url) || typeof body !== 'string') return null;
  const headerEntries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  const texts = headerEntries.map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { url, headers: Object.fromEntries(texts), body };
}

/**
 * Answers for the receiver at an example address, which has no network. It uses its endpoint's current
 * secret: 200 for a valid signature, 401 otherwise. `signatures`: received and expected, null without a
 * secret.
 */
export function answerAt(
  { url }: ManualCall,
  faults: Faults,
  signatures: readonly [string, string] | null,
): Answer {
  const fault = faults.take(url);
  if (fault !== null) return faultAnswer(fault);
  const holds = signatures !== null && isSame(...signatures);
  const status = holds ? 200 : 401;
  return {
    status,
    responseTime: 12,
    responseBody: holds ? '{"received":true}' : '{"error":"signature"}',
    responseHeaders: { 'content-type': 'application/json' },
    error: holds ? null : `HTTP ${status}`,
  };
}

function isSame(got: string, expected: string): boolean {
  const [a, b] = [Buffer.from(got), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
