import { onlineManager } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '../core/errors.ts';
import { CallError } from './client.ts';
import { makeQueryClient, shouldRetry } from './query-client.ts';

const failed = (problem: Partial<Problem>) =>
  new CallError({ type: 'about:blank', title: 't', status: 503, code: 'provider_unavailable', ...problem });
const help = (retry: 'self' | 'ask' | 'never') => ({ title: 't', hint: 't', responsible: 't', retry });

describe('shouldRetry', () => {
  test('once, where it passes by itself', () => {
    expect(shouldRetry(0, failed({ help: help('self') }))).toBe(true);
    expect(shouldRetry(0, failed({ status: 0 }))).toBe(true);
    expect(shouldRetry(1, failed({ help: help('self') }))).toBe(false);
  });
  test('never where the catalogue says never or somebody must act', () => {
    expect(shouldRetry(0, failed({ help: help('never') }))).toBe(false);
    expect(shouldRetry(0, failed({ help: help('ask') }))).toBe(false);
  });
  test('not under a named wait, a refusal or a defect of the page', () => {
    expect(shouldRetry(0, failed({ retryAfterSeconds: 30 }))).toBe(false);
    expect(shouldRetry(0, failed({ status: 403, code: 'forbidden' }))).toBe(false);
    expect(shouldRetry(0, new TypeError('x'))).toBe(false);
  });
});

describe('U7: without a connection', () => {
  test('reading rests; a change is tried at once and never kept for later', async () => {
    onlineManager.setOnline(false);
    try {
      const client = makeQueryClient();
      const read = vi.fn();
      void client.fetchQuery({ queryKey: ['some'], queryFn: read });
      const change = vi.fn(() => Promise.reject(failed({ status: 0 })));
      const mutation = client.getMutationCache().build(client, { mutationFn: change });
      await expect(mutation.execute(undefined)).rejects.toThrow();
      expect(change).toHaveBeenCalledTimes(1);
      expect(mutation.state.isPaused).toBe(false);
      expect(read).not.toHaveBeenCalled();
    } finally {
      onlineManager.setOnline(true);
    }
  });
});
