import { expect, it } from 'vitest';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';

it('what was not read anew is absent, not nought', async () => {
  const { setReadings, registry } = createMetrics();
  const shown = async (name: string) =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));
  setReadings([
    { figure: 'guiche_database_answers', labels: [], value: 1 },
    { figure: 'guiche_sessions', labels: [], value: 3 },
    { figure: 'guiche_operations_open', labels: ['pix', 'unknown'], value: 2 },
    { figure: 'guiche_provider_retries_total', labels: ['pix'], value: 4 },
  ]);
  expect(await shown('guiche_operations_open{')).toEqual([
    'guiche_operations_open{account="pix",state="unknown"} 2',
  ]);
  expect(await shown('guiche_sessions ')).toEqual(['guiche_sessions 3']);
  setReadings([
    { figure: 'guiche_database_answers', labels: [], value: 0 },
    { figure: 'guiche_provider_retries_total', labels: ['pix'], value: 5 },
  ]);
  expect(await shown('guiche_operations_open{')).toEqual([]);
  expect(await shown('guiche_sessions ')).toEqual([]);
  expect(await shown('guiche_database_answers ')).toEqual(['guiche_database_answers 0']);
  expect(await shown('guiche_provider_retries_total{')).toEqual([
    'guiche_provider_retries_total{account="pix"} 5',
  ]);
});

it('counts nothing twice where several are made', () => {
  expect(() => [createMetrics(), createMetrics()]).not.toThrow();
});
