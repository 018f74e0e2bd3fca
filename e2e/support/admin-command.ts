import { spawn } from 'node:child_process';

type CommandOptions = {
  dataDir: string;
  args: readonly string[];
  language?: string;
  /** Standard input. */
  typed?: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
};

/** Runs `npm run admin -- …` on a data folder, as in a terminal. */
export function adminCommand({
  dataDir,
  args,
  language = 'en_US.UTF-8',
  typed = '',
  env = {},
}: CommandOptions): Promise<{ code: number | null; text: string }> {
  const own = { GUICHE_DATA_DIR: dataDir, LANG: language, LC_ALL: '' };
  const child = spawn(process.execPath, ['scripts/admin.ts', ...args], {
    env: { ...process.env, ...own, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(typed);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      if (!/ExperimentalWarning|trace-warnings/.test(String(part))) text += String(part);
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}
