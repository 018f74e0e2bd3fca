import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeLog } from '#lib/core/log.ts';
import { runInRequest } from '#lib/core/telemetry/request-context.ts';
import { consoleToLog } from './console-lines.ts';

const processState = globalThis as { guicheLog?: unknown };
const before = processState.guicheLog;
let lines: Record<string, unknown>[];
let undo: () => void;

beforeEach(() => {
  lines = [];
  processState.guicheLog = makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  undo = consoleToLog();
});
afterEach(() => {
  undo();
  processState.guicheLog = before;
});

it('makes a line of the log of what is printed, with its request', () => {
  runInRequest({ requestId: 'request-1' }, () =>
    console.error('\u001b[31m ⨯ \u001b[39m', new Error('broken'), { payer: 'Ana' }),
  );
  expect(lines).toMatchObject([
    { level: 50, requestId: 'request-1', msg: 'printed', err: { message: 'broken' } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Ana');
});

it('keeps the words, of any number of lines, in one line', () => {
  console.warn(' ⚠ first\nsecond');
  console.log('told');
  console.debug('not told at this level');
  expect(lines).toMatchObject([
    { level: 40, msg: 'first\nsecond' },
    { level: 30, msg: 'told' },
  ]);
});

it('takes the warnings of the runtime too', async () => {
  process.emitWarning('a thing is old');
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toMatchObject([{ level: 40, err: { message: 'a thing is old' } }]);
});
