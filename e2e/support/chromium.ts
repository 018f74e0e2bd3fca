import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium');

/** Path of the browser, with its arguments and environment. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> };

export const BROWSER_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Resolves only the machine's own names, so tests call no other machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
];

/**
 * The Chromium of CHROMIUM_PATH, or the package's, unpacked once into .cache. Its libraries and fonts are
 * unpacked too and used only when the machine has none.
 */
export async function browser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, args: BROWSER_ARGS, env: {} };
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const executablePath = join(folder, 'chromium');
  return {
    executablePath,
    args: BROWSER_ARGS,
    env: { ...fonts(folder), ...libraries(folder, executablePath) },
  };
}

/**
 * Unpacks into a temporary folder and renames it when complete, so parallel runs never see half a browser.
 */
async function unpack(folder: string): Promise<void> {
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const outside = process.env.TMPDIR;
  // The package unpacks into the temporary folder, wherever that is.
  process.env.TMPDIR = partial;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(PACKAGE, 'bin/al2023.tar.br'));
  } finally {
    if (outside === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outside;
  }
  chmodSync(join(partial, 'chromium'), 0o755);
  try {
    renameSync(partial, folder);
  } catch {
    rmSync(partial, { recursive: true, force: true });
  }
}

function libraries(folder: string, executable: string): Record<string, string> {
  if (process.platform !== 'linux') return {};
  const needed = spawnSync('ldd', [executable], { encoding: 'utf8' });
  const missing = needed.status !== 0 || needed.stdout.includes('not found');
  if (!missing) return {};
  const carried = join(folder, 'al2023/lib');
  return { LD_LIBRARY_PATH: [carried, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
}

function fonts(folder: string): Record<string, string> {
  const has = existsSync('/etc/fonts/fonts.conf') && hasFiles('/usr/share/fonts');
  return has ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
