import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

export type BuiltFiles = { lacks: (path: string) => boolean };

const PREFIX = '/_next/static/';

/** The static files of a build, which never change while it runs: what is none of them is no page either. */
export function builtFiles(root: string): BuiltFiles {
  const names = readdirSync(join(root, '.next', 'static'), { recursive: true, encoding: 'utf8' });
  const there = new Set(names.map((name) => name.split(sep).join('/')));
  return { lacks: (path) => path.startsWith(PREFIX) && !there.has(path.slice(PREFIX.length)) };
}
