import { browserShare } from './browser-share.ts';
import { ensureBuilt } from './build.ts';
import { watchForTheEnd } from './ending.ts';
import { writeIntoMemory } from './memory-folder.ts';
import { runParts } from './parts.ts';
import { INTEGRATION, playwright, VERIFY } from './suites.ts';

const { share, of, files } = browserShare();
const browserTests =
  process.env.GUICHE_WHOLE === '1'
    ? playwright('browser')
    : playwright(`browser, share ${share} of ${of}`, files);

watchForTheEnd();
writeIntoMemory();
if (process.env.GUICHE_WHOLE !== '1') process.env.GUICHE_TEST_SAMPLE = '1';
try {
  await ensureBuilt();
  // Two cores: what needs no browser runs side by side, a third beside two that wait now and then; the browser's tests
  // then have the machine to themselves, for beside the others both took half as long again.
  const quick = await runParts([...INTEGRATION, ...VERIFY], 3);
  const browser = await runParts([browserTests], 1);
  const [passed, failed] = [quick.passed + browser.passed, quick.failed + browser.failed];
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} catch (cause) {
  console.log((cause as Error).message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
