import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';

const IGNORED = /(^|\/)(node_modules|\.next|\.data|\.git|\.cache|test-results|playwright-report)\//;

/** The project's files by path below its root: tracked, or new and not ignored. */
export function projectFiles(): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
  } catch {
    // An unpacked archive has no git index.
    return readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
      .filter((path) => !IGNORED.test(path));
  }
}
