import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Coding, codingOf, compressor } from './compressed.ts';
import { waysOut } from './own-answers.ts';
import { isPagePath, pathOf } from './request-path.ts';

const PREFIX = '/_next/static/chunks/';
const NAME = 'guiche.styles';
const SHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;
const HEAD_END = '</head>';
const YEAR_S = 31_536_000;

/**
 * A first visit gets the style sheets inside its document: on a slow line the turn to fetch them is most of the time
 * until something is seen. A cookie says on later visits that the browser has them. The framework's own way writes them
 * three times.
 */
export function inlineStyles(
  root: string,
  https: boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  const folder = join(root, '.next', 'static', 'chunks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const sheets = new Map(names.map((name) => [PREFIX + name, readFileSync(join(folder, name), 'utf8')]));
  const version = createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 16);
  const known = `${https ? '__Host-' : ''}${NAME}=${version}`;
  const cookie = `${known}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  return (request, response) => {
    if (!isFirstVisit(request, known)) return;
    const coding = codingOf(request);
    // The document must come here as text; it is compressed below.
    delete request.headers['accept-encoding'];
    rewrite(response, sheets, cookie, coding);
  };
}

function isFirstVisit(request: IncomingMessage, known: string): boolean {
  const { method, headers } = request;
  if (method !== 'GET' || !isPagePath(pathOf(request))) return false;
  if (headers.rsc !== undefined || !headers.accept?.includes('text/html')) return false;
  return !(headers.cookie ?? '').includes(known);
}

type Sheets = ReadonlyMap<string, string>;

/** Sends a page changed and compressed; what turns out to be none leaves as it is. */
function rewrite(response: ServerResponse, sheets: Sheets, cookie: string, coding: Coding): void {
  const { writeHead, write, end } = waysOut(response);
  let way: { write: (part: Buffer) => void; end: () => void } | null | undefined;
  const begin = () => {
    if (way !== undefined) return;
    way = null;
    const type = String(response.getHeader('content-type') ?? '');
    if (response.statusCode !== 200 || !type.startsWith('text/html')) return;
    const nonce = /'nonce-([^']+)'/.exec(String(response.getHeader('content-security-policy')))?.[1] ?? '';
    response.removeHeader('content-length');
    response.appendHeader('set-cookie', cookie);
    const change = changer(sheets, nonce);
    const out = compressed(response, coding, { write, end });
    way = { write: (part) => out.write(change(part)), end: out.end };
  };
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    begin();
    return writeHead(...given);
  }) as typeof response.writeHead;
  response.write = ((...given: Parameters<typeof write>) => {
    begin();
    if (way == null) return write(...given);
    way.write(Buffer.from(given[0] as Buffer));
    return true;
  }) as typeof response.write;
  response.end = ((...given: Parameters<typeof end>) => {
    begin();
    if (way == null) return end(...given);
    if (given[0] != null && typeof given[0] !== 'function') way.write(Buffer.from(given[0] as Buffer));
    way.end();
    return response;
  }) as typeof response.end;
}

/**
 * Sheets into the head, each before its link, which counts for paper alone: it is fetched for later visits, keeps
 * nothing waiting, and the framework finds it. Nothing leaves before the head is whole: its parts come as they like.
 */
export function changer(sheets: Sheets, nonce: string): (part: Buffer) => Buffer {
  let head: Buffer | null = Buffer.alloc(0);
  return (part) => {
    if (head === null) return part;
    const read = Buffer.concat([head, part]);
    const at = read.indexOf(HEAD_END);
    head = at === -1 ? read : null;
    if (at === -1) return Buffer.alloc(0);
    const inlined = read.toString('utf8', 0, at).replace(SHEET, (link, href: string) => {
      const text = sheets.get(href);
      if (text === undefined) return link;
      return `<style nonce="${nonce}">${text}</style>${link.replace('<link', '<link media="print"')}`;
    });
    return Buffer.concat([Buffer.from(inlined), read.subarray(at)]);
  };
}

type Out = { write: (part: Buffer) => void; end: () => void };

function compressed(
  response: ServerResponse,
  coding: Coding,
  { write, end }: Pick<ServerResponse, 'write' | 'end'>,
): Out {
  if (coding === undefined) return { write: (part) => void write(part), end: () => void end() };
  response.setHeader('content-encoding', coding);
  const through = compressor(coding);
  through.on('data', (part: Buffer) => write(part)).on('end', () => end());
  response.on('close', () => through.destroy());
  return {
    write: (part) => through.write(part),
    end: () => through.end(),
  };
}
