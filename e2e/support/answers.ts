import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer } from './api-client.ts';

type Field = { field: string; message?: string };
export type Problem = {
  status: number;
  code: string;
  fields?: Field[];
  provider?: {
    code: string | null;
    message: string | null;
    requestId: string | null;
    status: number;
    sourceIp?: string;
  };
  retryAfterSeconds?: number;
  existing?: Record<string, unknown>;
  operationId?: string;
};

/** The answer's JSON (null without a body). Throws with the answer's text when its status is not this one. */
export async function jsonOf<T>(answer: ApiAnswer, status = 200): Promise<T> {
  const text = await answer.text();
  assert.equal(answer.status(), status, text.slice(0, 500));
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** The problem of a refusal. Throws when the status, the type or the code are others, or `fields` do not match. */
export async function problemOf(
  answer: ApiAnswer,
  status: number,
  code: string,
  fields?: readonly Field[],
): Promise<Problem> {
  const problem = await jsonOf<Problem>(answer, status);
  assert.match(answer.headers()['content-type'] ?? '', /^application\/problem\+json/);
  assert.equal(problem.code, code, JSON.stringify(problem).slice(0, 500));
  if (fields !== undefined) {
    assert.equal(problem.fields?.length, fields.length, JSON.stringify(problem.fields));
    assert.partialDeepStrictEqual(problem.fields, [...fields]);
  }
  return problem;
}

/** Reads until the value fits, at most `ms`; then throws with the last value. */
export async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean, ms = 30_000): Promise<T> {
  for (const end = Date.now() + ms; ; await sleep(100)) {
    const value = await read();
    if (fits(value)) return value;
    if (Date.now() > end) throw new Error(`After ${ms} ms it is still ${JSON.stringify(value)}.`);
  }
}
