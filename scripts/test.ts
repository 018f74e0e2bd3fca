// `npm test`, `npm run test:full` (`full`) and `npm run verify` (`verify`: what needs no service and no
// build).
import { writeIntoMemory } from './memory-folder.ts';
import { conclude, type Ended, playwright, runStep, type Step, vitest } from './steps.ts';

const mode = process.argv[2] ?? 'test';

const FIRST: Step[] = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
];
/** Each of them uses one core. */
const CHECKS: Step[] = [
  { name: 'import rules', args: ['scripts/verify/check.ts', 'architecture'] },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'hygiene', args: ['scripts/verify/check.ts', 'hygiene'] },
];
const BUILD: Step = { name: 'build', args: ['scripts/product.ts', 'build'] };
const DATABASES = ['integration', 'integration-alone', 'api', 'embedded'];

/** Steps one after the other; those of an inner list run side by side. */
const STEPS: Record<string, (Step | Step[])[]> = {
  verify: [...FIRST, CHECKS, vitest('unit', ['unit', 'unit-alone'])],
  test: [
    ...FIRST,
    [BUILD, ...CHECKS],
    vitest('unit and integration', ['unit', 'unit-alone', ...DATABASES]),
    playwright('browser and HTTP', ['--project=whole', '--project=smoke']),
  ],
  full: [
    ...FIRST,
    [BUILD, ...CHECKS],
    vitest('unit and integration', ['unit', 'unit-alone', ...DATABASES, 'embedded-rest']),
    playwright('browser and HTTP'),
  ],
};

const steps = STEPS[mode];
if (steps === undefined) throw new Error(`There is no run called "${mode}".`);
if (mode === 'full') process.env.GUICHE_TEST_FULL = '1';
writeIntoMemory();
const ended: Ended[] = [];
for (const group of steps) ended.push(...(await Promise.all([group].flat().map(runStep))));
conclude(ended);
