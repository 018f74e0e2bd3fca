// Runs one of our own checks in its own process: `check.ts architecture` or `check.ts hygiene`.
import { checkArchitecture } from './architecture.ts';
import { checkHygiene } from './hygiene.ts';

const faults = process.argv[2] === 'architecture' ? checkArchitecture() : checkHygiene();
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
