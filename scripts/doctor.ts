import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createTranslator } from 'next-intl';
import { controlPath } from '#lib/control/path.ts';
import type { Examination } from '#lib/doctor/server/examine-all.ts';
import { linesOf, type Words } from '#lib/doctor/words.ts';
import { loadSettings, SettingsError } from '#lib/env.ts';
import { readEnvFile } from './env-file.ts';
import { ROOT } from './install.mjs';

/** Told in one sentence, without a stack. */
class Plain extends Error {}

async function main(slug: string | null): Promise<number> {
  process.chdir(ROOT);
  readEnvFile();
  const { dataDir } = loadSettings();
  const { examined, slugs } = (await askServer(dataDir, slug)) ?? (await runAlone(slug));
  const t = words();
  if (examined.length === 0)
    throw new Plain(
      slug === null || slugs.length === 0
        ? t('cli.none')
        : t('cli.unknown', { slug, slugs: slugs.join(', ') }),
    );
  for (const { slug: of, report } of examined) {
    process.stdout.write(`${linesOf(of, report, t, locale()).join('\n')}\n\n`);
  }
  const bad = examined.filter(({ report }) =>
    report.checks.some(({ state }) => state === 'fails' || state === 'waits'),
  );
  process.stdout.write(`${t('cli.end', { accounts: examined.length, bad: bad.length })}\n`);
  return bad.length === 0 ? 0 : 1;
}

/** The running server's own examination; null where none runs. */
function askServer(dataDir: string, slug: string | null): Promise<Examination | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlPath(dataDir));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED') resolve(null);
      else reject(cause);
    });
    socket.on('connect', () => socket.write(`${JSON.stringify({ command: 'doctor', input: { slug } })}\n`));
    socket.on('end', () => {
      const { value, fault } = JSON.parse(text || '{}') as { value?: Examination; fault?: string };
      if (value === undefined) reject(new Plain(fault ?? 'The server ended before it answered.'));
      else resolve(value);
    });
  });
}

/** Without a server: a process of its own that takes the data folder's lock. */
function runAlone(slug: string | null): Promise<Examination> {
  const file = join(ROOT, 'scripts/doctor-alone.ts');
  // Server files say that they are: this condition lets them be loaded outside the framework.
  const args = ['--disable-warning=ExperimentalWarning', '--conditions=react-server', file];
  const child = spawn(process.execPath, [...args, ...(slug === null ? [] : [slug])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as Examination);
      else process.exit(code ?? 1);
    });
  });
}

/** Portuguese unless the system's language is English. */
const locale = () => (/^en/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'en' : 'pt-BR');

function words(): Words {
  const messages = JSON.parse(readFileSync(join(ROOT, `messages/${locale()}/doctor.json`), 'utf8')) as object;
  const t = createTranslator({ locale: locale(), messages: { doctor: messages }, namespace: 'doctor' });
  return t as unknown as Words;
}

main(process.argv[2] ?? null).then(
  (code) => process.exit(code),
  (cause: unknown) => {
    const plain = cause instanceof Plain || cause instanceof SettingsError;
    process.stderr.write(`${plain ? cause.message : ((cause as Error).stack ?? cause)}\n`);
    process.exit(1);
  },
);
