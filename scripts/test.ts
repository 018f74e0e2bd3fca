import { ensureBuilt } from './build.ts';
import { watchForTheEnd } from './ending.ts';
import { runParts } from './parts.ts';
import { END_TO_END, INTEGRATION, VERIFY } from './suites.ts';

watchForTheEnd();
process.env.GUICHE_TEST_SAMPLE = '1';
try {
  await ensureBuilt();
  // Two cores: the browser's tests take the longest and come first.
  const { passed, failed } = await runParts([END_TO_END, ...VERIFY, ...INTEGRATION], 2);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} catch (cause) {
  console.log((cause as Error).message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
