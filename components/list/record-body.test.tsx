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

test('while a record is read its labels are shown, and screen readers learn that it is read', () => {
  const { markup, text } = body({});
  expect(markup).toContain('aria-busy="true" aria-label="Lendo"');
  expect(text).toBe('Número');
});

test('a record that does not exist, or whose id cannot be one, is shown as absent and nothing else', () => {
  expect(body({ error: failed('not_found', 404) }).text).toBe('Não existe');
  expect(body({ error: failed('invalid_request', 400) }).text).toBe('Não existe');
});

test('a read that failed is distinguished from an absent record, and can be tried again', () => {
  const { text, markup } = body({ error: failed('unavailable', 503) });
  expect(text).not.toContain('Não existe');
  expect(text).not.toContain('Número');
  expect(markup).toContain('error-card');
});

test('what was read stays below the failure of the next read, which says how old it is', () => {
  const { text } = body({ data: RECORD, error: failed('unavailable', 503) });
  expect(text).toContain('cobrança 7');
  expect(text).toContain('09:03');
  // Also where it is gone by then.
  expect(body({ data: RECORD, error: failed('not_found', 404) }).text).toContain('cobrança 7');
});
