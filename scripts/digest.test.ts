import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, toldByPlaywright, toldByVitest } from './digest.ts';
import { ROOT } from './install.mjs';

const long = (lines: number) => Array.from({ length: lines }, (_, line) => `line ${line + 1}`).join('\n');

test('vitest: failed tests with their errors, and a file that failed as a whole', () => {
  const told = toldByVitest({
    testResults: [
      {
        name: join(ROOT, 'lib/money.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'money rounds', failureMessages: ['AssertionError: 1 is not 2'] },
        ],
      },
      {
        name: join(ROOT, 'lib/csv.test.ts'),
        status: 'failed',
        message: 'No such module',
        assertionResults: [],
      },
      { name: join(ROOT, 'lib/ok.test.ts'), status: 'passed', message: '', assertionResults: [] },
    ],
  });
  expect(digest(told)).toBe(
    [
      'Failed (2):',
      '- money rounds (lib/money.test.ts)',
      '    AssertionError: 1 is not 2',
      '- the file (lib/csv.test.ts)',
      '    No such module',
    ].join('\n'),
  );
});

const spec = (title: string, status: string, tries: string[][]) => ({
  title,
  file: 'disputes.spec.ts',
  line: 7,
  tests: [{ status, results: tries.map((errors) => ({ errors: errors.map((message) => ({ message })) })) }],
});

test('playwright: what passed the second time is named first, what failed twice is said once', () => {
  const told = toldByPlaywright({
    config: { rootDir: join(ROOT, 'e2e') },
    errors: [{ message: 'The set-up failed', location: { file: join(ROOT, 'e2e/set-up.ts'), line: 3 } }],
    suites: [
      {
        title: 'disputes.spec.ts',
        specs: [
          spec('fails', 'unexpected', [
            ['Error: \u001b[31mred\u001b[39m\n\nat a'],
            ['Error: \u001b[31mred\u001b[39m\n\nat a'],
          ]),
          spec('passes', 'expected', [[]]),
        ],
        suites: [
          { title: 'a group', specs: [spec('wavers', 'flaky', [['Error: slow', 'Error: other'], []])] },
        ],
      },
    ],
  });
  expect(digest(told)).toBe(
    [
      'Flaky: passed the second time (1):',
      '- a group › wavers (e2e/disputes.spec.ts:7)',
      '    Error: slow',
      'Failed (2):',
      '- fails (e2e/disputes.spec.ts:7)',
      '    Error: red',
      '',
      '    at a',
      '- outside of every test (e2e/set-up.ts:3)',
      '    The set-up failed',
    ].join('\n'),
  );
});

test('a long error is cut: 25 lines of a failed one, 15 of a flaky one', () => {
  const told = (kind: 'failed' | 'flaky') => digest([{ kind, title: 't', file: '', errors: [long(40)] }]);
  expect(told('failed')).toContain('line 25\n    … 15 more lines');
  expect(told('failed')).not.toContain('line 26');
  expect(told('flaky')).toContain('line 15\n    … 25 more lines');
  expect(told('flaky')).not.toContain('line 16');
});

test('nothing is said when all is well', () => {
  expect(digest([])).toBe('');
});
