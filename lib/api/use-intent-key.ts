'use client';

import { useCallback, useRef } from 'react';
import { CallError } from './client.ts';

export type IntentKey = {
  /** The key of this intent; another body is another intent. */
  keyFor: (body?: unknown) => string;
  /** The intent ended, `sent` or refused: the next one gets a key of its own. */
  end: (how?: 'sent') => void;
};

/**
 * One idempotency key for one intent: a double click, a fresh proof of identity or a repeat after a lost answer
 * carry the same, so that it happens once.
 */
export function useIntentKey(): IntentKey {
  const kept = useRef<{ key: string; body: string } | null>(null);
  const keyFor = useCallback((body?: unknown) => {
    const text = JSON.stringify(body) ?? '';
    if (kept.current?.body !== text) kept.current = { key: newSeed(), body: text };
    return kept.current.key;
  }, []);
  const end = useCallback(() => {
    kept.current = null;
  }, []);
  return { keyFor, end };
}

/** Tells if a failure ends the intent: a clear refusal does, a lost answer or a missing proof does not. */
export function endsIntent(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { status, code, operationId, provider } = error.problem;
  if (operationId !== undefined || provider !== undefined) return true;
  return status !== 0 && status < 500 && code !== 'step_up_required' && code !== 'conflict';
}

/** 32 hex digits; `randomUUID` is absent on plain http, `getRandomValues` is not. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
