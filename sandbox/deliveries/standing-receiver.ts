import { timingSafeEqual } from 'node:crypto';
import { isFictionalUrl } from './addresses.ts';
import { type Faults, faultAnswer } from './faults.ts';
import type { Answer } from './model.ts';

/** Request sent by hand to an example address, as a receiver would see it. */
export type ManualCall = { url: string; headers: Record<string, string>; body: string };

export function readManualCall(input: Record<string, unknown>): ManualCall | null {
  const { url, headers, body } = input;
  if (typeof url !== 'string' || !isFictionalUrl(url) || typeof body !== 'string') return null;
  const given = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  const texts = given.map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { url, headers: Object.fromEntries(texts), body };
}

/**
 * The receiver behind the addresses of examples, which no network knows: it has put its endpoint's present secret in
 * place, takes what is signed with it and refuses the rest. `expected`: the signature of this body, null without one.
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
