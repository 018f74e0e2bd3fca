import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { acceptedCoding } from './accepted-coding.ts';
import { withEagerModules } from './eager-modules.ts';
import { pathOf } from './request-path.ts';

export type BuiltFiles = {
  /** True for an address of a static file that the build has not. */
  lacks: (path: string) => boolean;
  /** Answers with the file that was compressed as it was built; false where that is another's to do. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
};

const PREFIX = '/_next/static/';
const SMALLER = '.br';
const TYPES: Record<string, string> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
};
const AT_ONCE = 8;

const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf('.') + 1)];
const folderOf = (root: string) => join(root, '.next', 'static');
const namesIn = (root: string) =>
  readdirSync(folderOf(root), { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));

/**
 * Scripts as browsers compile them soonest; scripts and sheets beside themselves, as small as Brotli makes them: too
 * slow to be done for each request.
 */
export async function finishBuilt(root: string): Promise<void> {
  const compress = promisify(brotliCompress);
  const waiting = namesIn(root)
    .filter((name) => typeOf(name) !== undefined)
    .values();
  const worker = async () => {
    for (const name of waiting) {
      const file = join(folderOf(root), name);
      const built = await readFile(file);
      const text = name.endsWith('.js') ? Buffer.from(withEagerModules(built.toString())) : built;
      await writeFile(file, text);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      await writeFile(file + SMALLER, await compress(text, { params }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The static files of a build, which never change while it runs: what is none of them is no page either. */
export function builtFiles(root: string): BuiltFiles {
  const all = namesIn(root);
  const there = new Set(all.filter((name) => !name.endsWith(SMALLER)));
  const smaller = new Set(all.filter((name) => name.endsWith(SMALLER)));
  const read = new Map<string, Promise<Buffer>>();
  const contentOf = (name: string) => {
    const content = read.get(name) ?? readFile(join(folderOf(root), name));
    read.set(name, content);
    return content;
  };
  return {
    lacks: (path) => path.startsWith(PREFIX) && !there.has(path.slice(PREFIX.length)),
    answer: (request, response) => {
      const path = decodeURIComponent(pathOf(request));
      const name = path.slice(PREFIX.length);
      const type = typeOf(name);
      const asked = request.method === 'GET' && acceptedCoding(request, ['br']) !== undefined;
      if (!asked || type === undefined || !path.startsWith(PREFIX) || !smaller.has(name + SMALLER))
        return false;
      contentOf(name + SMALLER).then(
        (content) => {
          response.setHeader('content-type', type);
          response.setHeader('content-encoding', 'br');
          response.setHeader('vary', 'Accept-Encoding');
          response.setHeader('cache-control', 'public, max-age=31536000, immutable');
          response.writeHead(200, { 'content-length': content.length });
          response.end(content);
        },
        () => {
          read.delete(name + SMALLER);
          response.writeHead(500).end();
        },
      );
      return true;
    },
  };
}
