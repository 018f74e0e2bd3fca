'use client';

import { useCallback, useRef } from 'react';
import { CallError } from './client.ts';

export type IntentKey = {
  /** The key of this intent. Another body is another intent and gets another key. */
  keyFor: (body?: unknown) => string;
  /** Ends the intent, whether sent or refused. The next one gets a new key. */
  end: (how?: 'sent') => void;
};

/** One idempotency key per intent: a double click and each retry send the same one, so it happens once. */
export function useIntentKey(): IntentKey {
  const active = useRef<{ key: string; body: string } | null>(null);
  const keyFor = useCallback((body?: unknown) => {
    const text = JSON.stringify(body) ?? '';
    if (active.current?.body !== text) active.current = { key: newSeed(), body: text };
    return active.current.key;
  }, []);
  const end = useCallback(() => {
    active.current = null;
  }, []);
  return { keyFor, end };
}

/** True when a failure ends the intent: a clear refusal does, a lost answer or required step-up does not. */
export function endsIntent(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { status, code, operationId, provider } = error.problem;
  if (operationId !== undefined || provider !== undefined) return true;
  return status !== 0 && status < 500 && code !== 'step_up_required' && code !== 'conflict';
}

/** 32 hex digits. Plain http lacks `randomUUID` but has `getRandomValues`. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
