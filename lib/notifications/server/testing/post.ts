import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An e-mail as the server took it; `raw` with its headers. */
export type Taken = { from: string; to: string[]; raw: string };
/** `status`: as it was answered. */
export type Posted = { headers: IncomingHttpHeaders; body: string; status: number };

/** A real SMTP server on loopback. `refuse`: recipients it does not know; `down`: it greets nobody. */
export async function startMail() {
  const taken: Taken[] = [];
  const state = { refuse: new Set<string>(), down: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_, done) => done(state.down ? new Error('down') : null),
    onRcptTo: ({ address }, _, done) =>
      done(state.refuse.has(address) ? Object.assign(new Error('unknown'), { responseCode: 550 }) : null),
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
      done();
    },
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
  });
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, taken, state, stop };
}

/** A receiver of webhooks on loopback; `status`: what it answers. */
export async function startReceiver() {
  const posted: Posted[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    posted.push({ headers: request.headers, body, status: state.status });
    response.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/hook`, posted, state, stop };
}

const decoded = (encoded: string) =>
  Buffer.from(
    encoded
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** A header, unfolded and in clear; the parts of the body by their type. */
export function readMail({ raw }: Taken) {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const header = (name: string) => {
    const line = new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';
    return line
      .replace(/\r?\n[ \t]+/g, ' ')
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, form: string, encoded: string) =>
        form.toUpperCase() === 'B'
          ? Buffer.from(encoded, 'base64').toString('utf8')
          : decoded(encoded.replace(/_/g, ' ')),
      );
  };
  return { header, whole: decoded(rest.join('\n\n')) };
}
