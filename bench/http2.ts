import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { median } from './measure.ts';
import { largestPaint, launch } from './pages.ts';
import type { Bench } from './products.ts';
import { ms, type Row } from './report.ts';
import { slowLine } from './slow-line.ts';

const PAGES = ['/sign-in', '/pix/overview', '/pix/transactions'];

/** First visits through a reverse proxy with TLS at the end of a slow line: HTTP/2 beside HTTP/1.1. */
export async function http2Rows({ product, cookie }: Bench, quick: boolean): Promise<Row[]> {
  // The simulator's card server has one for this name.
  const folder = join(product.dataDir, 'simulator', 'card-certificates');
  const tls = {
    key: readFileSync(join(folder, 'server.key')),
    cert: readFileSync(join(folder, 'server.crt')),
  };
  const ends = await Promise.all(
    [1, 2].map(async (version) => {
      const server = proxy(version, tls, Number(new URL(product.url).port));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { version, server, line: await slowLine((server.address() as AddressInfo).port) };
    }),
  );
  const browser = await launch();
  const seen = new Map<string, number[]>();
  for (let round = 0; round < (quick ? 3 : 7); round += 1)
    for (const path of PAGES)
      for (const { version, line } of ends) {
        const lcp = await largestPaint(browser, {
          url: `https://localhost:${line.port}${path}`,
          cookie: path === '/sign-in' ? null : cookie,
          protocol: version === 2 ? 'h2' : 'http/1.1',
        });
        seen.set(`${path} ${version}`, [...(seen.get(`${path} ${version}`) ?? []), lcp]);
      }
  await browser.close();
  for (const { server, line } of ends) {
    line.close();
    server.close();
  }
  return PAGES.map((path) => {
    const [before, now] = [median(seen.get(`${path} 1`) ?? []), median(seen.get(`${path} 2`) ?? [])];
    return {
      what: `${path}: largest paint behind TLS, slow line`,
      measured: `HTTP/2 ${ms(now)}, ${(now / before).toFixed(2)} ×`,
      reference: `HTTP/1.1 ${ms(before)}`,
      goal: '',
      met: null,
      figures: { http1: before, http2: now },
    };
  });
}

type Tls = { key: Buffer; cert: Buffer };

function proxy(version: number, tls: Tls, port: number): Server | Http2SecureServer {
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith(':')),
    );
    const on = request({
      port,
      path: asked.url,
      method: asked.method,
      headers: { ...headers, host: `localhost:${port}` },
    });
    on.on('response', (got) => {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = got.headers;
      answer.writeHead(got.statusCode ?? 502, kept);
      got.pipe(answer);
    });
    on.on('error', () => answer.destroy());
    answer.on('close', () => on.destroy());
    asked.pipe(on);
  };
  if (version === 1) return createServer(tls, pass);
  return createSecureServer(tls, (asked, answer) =>
    pass(asked as unknown as IncomingMessage, answer as unknown as ServerResponse),
  );
}
