import { expect, test } from 'vitest';
import { faultsOf, pictureFaults } from './hygiene.ts';

const RED: [string, string][] = [
  ['docs/a.md', 'see /home/someone/guiche/x'],
  ['docs/a.md', 'from ../shared/design'],
  ['package-lock.json', '"resolved": "https://registry.example.org/x.tgz"'],
  ['lib/a.ts', '// @ts-expect-error later'],
  ['lib/a.ts', '// biome-ignore lint/style/noExcessiveLinesPerFile: long'],
  ['lib/a.test.ts', "test.skip('x', () => {})"],
  ['lib/a.ts', "import { type A, type B } from './b.ts';"],
  ['sandbox/a.ts', "import type { A } from '#lib/core/money.ts';"],
  ['lib/a.ts', "import type { A } from '#components/x.tsx';"],
  ['lib/a.test.ts', "vi.mock('./b.ts');"],
  ['components/disputes/a.tsx', 'const left = until - Date.now();'],
  ['components/disputes/a.ts', 'const at = new Date().toISOString();'],
  ['lib/api/client.ts', 'const clock = { now: Date.now };'],
  ['lib/reports/queries.ts', 'const now = Date.now();'],
  ['lib/reports/server/a.ts', "import 'server-only';\nconst asOf = new Date().toISOString();"],
  ['components/list/a.tsx', '<PlainField type="date" />'],
  ['components/list/a.tsx', "const shared = { type: 'datetime-local' };"],
  ['lib/utils.ts', ''],
  ['app/(console)/x/page.tsx', 'x\n'.repeat(41)],
  ['app/api/x/route.ts', 'export async function GET() {}'],
  ['lib/charges/server/list-charges.ts', "import 'x';"],
  [
    'biome.json',
    '{"overrides":[{"includes":["lib/**"],"linter":{"rules":{"style":{"noExcessiveLinesPerFile":"off"}}}}]}',
  ],
];

test.each(RED)('%s is refused: %s', (path, text) => {
  expect(faultsOf(path, text)).toHaveLength(1);
});

test('ordinary files pass', () => {
  expect(faultsOf('app/api/[...path]/route.ts', 'export { door as GET };')).toEqual([]);
  expect(faultsOf('lib/a.ts', "import type { A } from './a.ts';\nconst x = '/work';")).toEqual([]);
});

test('a duration and code for a customer’s server have the clock they need', () => {
  expect(faultsOf('components/ui/a.ts', 'const until = performance.now() + ms;')).toEqual([]);
  expect(faultsOf('components/webhooks/snippet/a.ts', 'if (Date.now() > 1) return;')).toEqual([]);
  expect(faultsOf('lib/overview/server/a.ts', "import 'server-only';\nconst now = Date.now();")).toEqual([]);
});

test('pictures are few, and shown', () => {
  const shown = { path: 'docs/gallery/a.webp', size: 2 << 20 };
  expect(pictureFaults([shown], '![A](gallery/a.webp)')).toEqual([]);
  expect(pictureFaults([shown], 'nothing')).toHaveLength(1);
  expect(pictureFaults([shown, shown], 'gallery/a.webp')).toHaveLength(1);
});
