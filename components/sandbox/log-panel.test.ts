import { expect, test } from 'vitest';
import type { SimulatorLogEntry } from '#lib/sandbox/contract.ts';
import { deliveryOf, logLines, logNote } from './log-panel.tsx';

test('U21: the simulator’s sentences are said in the reader’s language', () => {
  expect(logNote('Falha armada: silent, 2 chamada(s)')).toMatchObject({
    note: 'fault',
    what: 'silent',
    count: 2,
  });
  expect(logNote('Falha armada: status')).toMatchObject({ note: 'fault', count: 0 });
  expect(logNote('Conta: {"locked":true}')).toMatchObject({ note: 'state', what: '{"locked":true}' });
  expect(logNote('Abriu disputa: scam, prazo 48 h')).toMatchObject({
    note: 'dispute',
    what: 'scam',
    hours: 48,
  });
  expect(logNote('Abriu disputa, prazo 6 h')).toMatchObject({ note: 'dispute', what: '', hours: 6 });
  expect(logNote('Pix sem cobrança')).toMatchObject({ note: 'deposit' });
  expect(logNote('https://loja.example/x: verificado')).toMatchObject({ note: 'verified' });
  expect(logNote('Outra frase')).toBeNull();
});

const entry = (text: string, kind = 'delivery', at = '2026-11-20T12:40:00.000Z'): SimulatorLogEntry => ({
  at,
  kind,
  text,
  target: 'abc',
});
const failed = (attempt: number) =>
  entry(`TRANSACTION_EXPIRED: https://erp.example/pix: 503 (tentativa ${attempt})`);

test('a delivery’s sentence is read; another is left as it is', () => {
  expect(deliveryOf(failed(2))).toEqual({
    event: 'TRANSACTION_EXPIRED',
    address: 'erp.example/pix',
    answer: '503',
    attempt: 2,
    failed: true,
  });
  const answered = entry('TRANSACTION_COMPLETED: http://127.0.0.1:9/x: 204 (tentativa 1)');
  expect(deliveryOf(answered)?.failed).toBe(false);
  const silent = entry('TRANSACTION_COMPLETED: https://a.example/: no answer within 5 seconds (tentativa 1)');
  expect(deliveryOf(silent)).toMatchObject({ answer: 'no answer within 5 seconds', failed: true });
  expect(deliveryOf(entry('TRANSACTION_PENDING: descartado, porque o status mudou'))).toBeNull();
});

test('failures of one address that stand together become one line', () => {
  const other = entry('TRANSACTION_EXPIRED: https://other.example/: 503 (tentativa 1)');
  const lines = logLines([failed(3), failed(2), other, failed(1), entry('Tempo a 60×', 'time')], 10);
  expect(lines.map((line) => line.count)).toEqual([2, 1, 1, 1]);
  expect(new Set(lines.map((line) => line.key)).size).toBe(4);
});

test('only so many lines are kept', () => {
  const entries = Array.from({ length: 30 }, (_, minute) =>
    entry('x', 'state', `2026-11-20T12:${10 + minute}:00.000Z`),
  );
  expect(logLines(entries, 14)).toHaveLength(14);
});
