import { runParts } from './parts.ts';
import { VERIFY } from './suites.ts';

const { passed, failed } = await runParts(VERIFY, 2);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
