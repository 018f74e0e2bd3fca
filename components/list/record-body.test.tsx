import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { RecordBody, type RecordRead } from './record-body.tsx';

type Record = { name: string; asOf: string };
const RECORD: Record = { name: 'cobrança 7', asOf: '2026-11-22T12:03:00.000Z' };
const failed = (code: string, status: number) =>
  new CallError({ type: 'about:blank', title: code, status, code } as never);
const body = (read: Partial<RecordRead<Record>>) =>
  shown(
    <RecordBody
      read={{ data: undefined, error: null, refetch: () => undefined, ...read }}
      absent={<p>Não existe</p>}
      loading="Lendo"
      labels={['Número']}
    >
      {({ name }) => <p>{name}</p>}
    </RecordBody>,
  );

test('while a record is read its labels stand, and it is heard that it is read', () => {
  const { markup, words } = body({});
  expect(markup).toContain('aria-busy="true" aria-label="Lendo"');
  expect(words).toBe('Número');
});

test('a record that does not exist, or whose id cannot be one, is said to be absent and nothing else', () => {
  expect(body({ error: failed('not_found', 404) }).words).toBe('Não existe');
  expect(body({ error: failed('invalid_request', 400) }).words).toBe('Não existe');
});

test('a read that failed is told apart from an absent record, and can be tried again', () => {
  const { words, markup } = body({ error: failed('unavailable', 503) });
  expect(words).not.toContain('Não existe');
  expect(words).not.toContain('Número');
  expect(markup).toContain('error-card');
});

test('what was read stays below the failure of the next read, which says how old it is', () => {
  const { words } = body({ data: RECORD, error: failed('unavailable', 503) });
  expect(words).toContain('cobrança 7');
  expect(words).toContain('09:03');
  // Also where it is gone by then.
  expect(body({ data: RECORD, error: failed('not_found', 404) }).words).toContain('cobrança 7');
});
