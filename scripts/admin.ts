import type { AuditVerdict } from '#lib/audit/contract.ts';
import { endWith, Plain, runCommand, wordsOf } from './command.ts';

type Words = (key: string, values?: Record<string, string | number>) => string;

/** Each ends with 0, or with 1 where something is wrong. */
const COMMANDS: Readonly<Record<string, (t: Words) => Promise<number>>> = { 'verify-audit': verifyAudit };

async function verifyAudit(t: Words): Promise<number> {
  const { entries, intact, firstBroken } = await runCommand<AuditVerdict>('verify-audit', null);
  const words = intact ? t('intact', { entries }) : t('broken', { entries, firstBroken: firstBroken ?? 0 });
  process.stdout.write(`${words}\n`);
  return intact ? 0 : 1;
}

async function main(name: string): Promise<number> {
  const t = wordsOf<Words>('admin');
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (run === undefined) throw new Plain(t('usage', { commands: Object.keys(COMMANDS).join(', ') }));
  return run(t);
}

endWith(main(process.argv[2] ?? ''));
