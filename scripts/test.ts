import { watchForTheEnd } from './ending.ts';
import { writeIntoMemory } from './memory-folder.ts';
import { runParts } from './parts.ts';
import { playwrightFiles, SHARES, shareOf } from './share.ts';
import { BUILD, INTEGRATION, playwright, VERIFY } from './suites.ts';

watchForTheEnd();
writeIntoMemory();
const whole = process.env.GUICHE_WHOLE === '1';
const share = shareOf();
if (!whole) Object.assign(process.env, { GUICHE_TEST_SAMPLE: '1', GUICHE_TEST_SHARE: String(share) });
const started = whole
  ? playwright('started product')
  : playwright(`started product, share ${share} of ${SHARES}`, playwrightFiles(share));

// Two cores: what starts no product runs side by side; the rest then has the machine to itself, for beside the others
// it took half as long again.
const built = await runParts([BUILD], 1);
const quick = await runParts([...INTEGRATION, ...VERIFY], 2);
const slow = await runParts([started], 1);
const sum = (of: 'passed' | 'failed') => built[of] + quick[of] + slow[of];
const [passed, failed] = [sum('passed'), sum('failed')];
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
