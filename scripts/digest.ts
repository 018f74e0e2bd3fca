import { isAbsolute, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './install.mjs';

/** A test that failed, or that passed only the second time (`flaky`); `errors` are whole, each begins with its message. */
export type Told = { kind: 'failed' | 'flaky'; title: string; file: string; errors: string[] };

const LINES = { failed: 25, flaky: 15 };
const HEADS = { failed: 'Failed', flaky: 'Flaky: passed the second time' };

type VitestJson = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

/** Of vitest's JSON; a file that failed before or after its tests stands for itself. */
export function toldByVitest({ testResults }: VitestJson): Told[] {
  return testResults.flatMap(({ name, status, message, assertionResults }): Told[] => {
    const file = fromRoot(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [{ kind: 'failed', title: 'the file', file, errors: [message] }] : [];
    return failed.map((test) => ({
      kind: 'failed',
      title: test.fullName,
      file,
      errors: test.failureMessages ?? [],
    }));
  });
}

type TestError = { message?: string; location?: { file: string; line: number } };
type Suite = {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { errors: TestError[] }[] }[];
  }[];
};
type PlaywrightJson = { config: { rootDir: string }; suites: Suite[]; errors: TestError[] };

/** Of Playwright's JSON, with what failed outside of every test. */
export function toldByPlaywright({ config, suites, errors }: PlaywrightJson): Told[] {
  const outside = errors.map((fault): Told => {
    const file =
      fault.location === undefined ? '' : `${fromRoot(fault.location.file)}:${fault.location.line}`;
    return { kind: 'failed', title: 'outside of every test', file, errors: [fault.message ?? ''] };
  });
  // The outermost suites are the files; their titles are paths.
  return [...suites.flatMap((suite) => ofSuite(config.rootDir, suite, [])), ...outside];
}

function ofSuite(rootDir: string, { suites = [], specs }: Suite, above: string[]): Told[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.flatMap(({ status, results }): Told[] => {
      if (status !== 'unexpected' && status !== 'flaky') return [];
      const messages = results.flatMap((result) => result.errors.map(({ message }) => message ?? ''));
      return [
        {
          kind: status === 'flaky' ? 'flaky' : 'failed',
          title: [...above, title].join(' › '),
          file: `${fromRoot(join(rootDir, file))}:${line}`,
          errors: status === 'flaky' ? messages.slice(0, 1) : withoutRepeats(messages),
        },
      ];
    }),
  );
  return [...own, ...suites.flatMap((suite) => ofSuite(rootDir, suite, [...above, suite.title]))];
}

/** The second try mostly fails as the first did. */
function withoutRepeats(messages: readonly string[]): string[] {
  const byBegin = new Map(messages.map((message) => [message.split('\n', 3).join('\n'), message]));
  return [...byBegin.values()];
}

/** Report for a reader of only the output's end: the flaky first, the failed last. Empty when all is well. */
export function digest(told: readonly Told[]): string {
  const parts = (['flaky', 'failed'] as const).map((kind) => {
    const tests = told.filter((one) => one.kind === kind);
    if (tests.length === 0) return [];
    return [`${HEADS[kind]} (${tests.length}):`, ...tests.map(wordsOf)];
  });
  return parts.flat().join('\n');
}

function wordsOf({ kind, title, file, errors }: Told): string {
  const lines = errors.flatMap((error) => {
    const plain = stripVTControlCharacters(error).trim().split('\n');
    const left = plain.length - LINES[kind];
    return left > 0 ? [...plain.slice(0, LINES[kind]), `… ${left} more lines`] : plain;
  });
  const head = file === '' ? title : `${title} (${file})`;
  return [`- ${head}`, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n');
}

const fromRoot = (path: string) => (isAbsolute(path) ? relative(ROOT, path) : path).replaceAll('\\', '/');
