import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Rotated } from '#lib/auth/server/rotate-key.ts';
import type { BackupResult, RestoreResult } from '#lib/backup/server/backup-command.ts';
import type { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { formatInstant } from '#lib/core/dates.ts';
import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import type { Erased } from '#lib/retention/server/erase-command.ts';
import type { TeamCommandResult } from '#lib/team/server/keeper.ts';
import { endWith, locale, Plain, runCommand, translatorOf } from './command.ts';

type Translate = (key: string, values?: Record<string, string | number>) => string;
type Run = (t: Translate, args: string[]) => Promise<number>;

/** Each command returns 0, or 1 when something is wrong. */
const COMMANDS: Readonly<Record<string, Run>> = {
  create: (t, args) => changeTeam(t, 'create', args),
  reset: (t, args) => changeTeam(t, 'reset', args),
  disable: (t, args) => changeTeam(t, 'disable', args),
  'verify-audit': verifyAudit,
  'rotate-key': rotateKey,
  backup,
  restore,
  move,
  erase,
};

async function verifyAudit(t: Translate): Promise<number> {
  const verdict = await runCommand<AuditVerdict>('verify-audit', null);
  process.stdout.write(`${verdictText(verdict, t)}\n`);
  return verdict.intact ? 0 : 1;
}

function verdictText({ entries, intact, firstBroken, cause }: AuditVerdict, t: Translate): string {
  if (intact) return t('intact', { entries });
  if (firstBroken === null) return t('brokenHead', { entries });
  return t('broken', { entries, firstBroken, cause: t(`causes.${cause ?? 'changed'}`) });
}

const text = { type: 'string' } as const;
/** Options allowed after the e-mail. */
const MORE = { create: { name: text, role: text, account: text }, reset: {}, disable: {} };

async function changeTeam(t: Translate, command: keyof typeof MORE, args: string[]): Promise<number> {
  const { email, more } = read(t, command, args);
  const usual = command === 'create' ? { role: 'admin', account: '*' } : {};
  const outcome = await runCommand<TeamCommandResult>(command, { email, ...usual, ...more });
  if (outcome.done === null) throw new Plain(t(`refused.${outcome.refused}`));
  if (outcome.done === 'disabled') process.stdout.write(`${t('disabled', { email })}\n`);
  else {
    const until = formatInstant(locale(), outcome.expiresAt, 'minute');
    process.stdout.write(`${t(outcome.purpose, { email, until })}\n${outcome.url}\n`);
  }
  return 0;
}

function read(t: Translate, command: keyof typeof MORE, args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options: MORE[command], allowPositionals: true });
    const [email, ...others] = positionals;
    if (email !== undefined && others.length === 0) return { email, more: { ...values } };
  } catch {
    // An unknown option, or one without its value: the usage line explains both.
  }
  throw new Plain(t(`use.${command}`));
}

async function rotateKey(t: Translate): Promise<number> {
  const rotated = await runCommand<Rotated>('rotate-key', null);
  if (rotated.done === null) throw new Plain(t('noPrevious'));
  const { values, left } = rotated;
  process.stdout.write(`${t(left === 0 ? 'rotated' : 'rotatedInPart', { values, left })}\n`);
  return left === 0 ? 0 : 1;
}

async function backup(t: Translate, args: string[]): Promise<number> {
  const file = fileOf(t, 'backup', args);
  const made = await runCommand<BackupResult>('backup', { file });
  if (made.done === null) throw new Plain(t(`notDone.${made.refused}`, { file }));
  const { rows, bytes } = made;
  const at = formatInstant(locale(), made.madeAt, 'minute');
  process.stdout.write(`${t('backup', { file, at, rows, kilobytes: Math.ceil(bytes / 1000) })}\n`);
  return 0;
}

async function restore(t: Translate, args: string[]): Promise<number> {
  const file = fileOf(t, 'restore', args);
  return putBack(t, file, await runCommand<RestoreResult>('restore', { file }));
}

async function move(t: Translate, [to = '', ...others]: string[]): Promise<number> {
  if (to === '' || others.length > 0) throw new Plain(t('use.move'));
  return putBack(t, to, await runCommand<RestoreResult>('move', { to }));
}

function putBack(t: Translate, file: string, back: RestoreResult): number {
  if (back.done === null) throw new Plain(t(`notDone.${back.refused}`, { file }));
  const { rows, entries, seenBefore, operations, resends } = back;
  const at = formatInstant(locale(), back.madeAt, 'minute');
  process.stdout.write(`${t(back.done, { at, rows, entries })}\n`);
  if (operations + resends > 0) process.stdout.write(`${t('restoredOpen', { operations, resends })}\n`);
  if (seenBefore !== null) process.stdout.write(`${t('seenBefore', { entries, seenBefore })}\n`);
  return 0;
}

/** Counts first and erases only what the operator confirms by typing. The document is never printed again. */
async function erase(t: Translate, [argument, ...others]: string[]): Promise<number> {
  if (argument?.startsWith('-') || others.length > 0) throw new Plain(t('use.erase'));
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const prompt = async (question: string): Promise<string> => {
    process.stdout.write(question);
    return String((await lines.next()).value ?? '').trim();
  };
  const typed = argument ?? (await prompt(t('erase.document')));
  const document = maskDocument(typed);
  showFound(t, document, await eraseOrCount(t, typed, false));
  const word = t('erase.word');
  if ((await prompt(t('erase.confirm', { word }))) !== word) throw new Plain(t('erase.not'));
  const { tables, waiting } = await eraseOrCount(t, typed, true);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`\n${t('erase.done', { document, rows, waiting })}\n`);
  return 0;
}

async function eraseOrCount(t: Translate, document: string, sure: boolean) {
  const erased = await runCommand<Erased>('erase', { document, sure });
  if (erased.done === null) throw new Plain(t(`erase.refused.${erased.refused}`));
  return erased;
}

function showFound(t: Translate, document: string, found: Awaited<ReturnType<typeof eraseOrCount>>): void {
  const { tables, waiting, shared } = found;
  const rows = Object.entries(tables).map(([table, count]) => t('erase.table', { table, rows: count }));
  const lines = [
    t(rows.length === 0 ? 'erase.nothing' : 'erase.found', { document }),
    ...rows,
    ...(waiting > 0 ? [t('erase.waiting', { waiting })] : []),
    ...(shared ? [t('erase.shared')] : []),
    t('erase.backups'),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Relative to the folder the command was typed in, because npm changes to the project's folder first. */
function fileOf(t: Translate, command: 'backup' | 'restore', args: string[]): string {
  const [file, ...others] = args;
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new Plain(t(`use.${command}`));
  return resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

async function main(name: string, args: string[]): Promise<number> {
  const t = translatorOf<Translate>('admin');
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (run === undefined) throw new Plain(t('usage', { commands: Object.keys(COMMANDS).join(', ') }));
  return run(t, args);
}

endWith(main(process.argv[2] ?? '', process.argv.slice(3)));
