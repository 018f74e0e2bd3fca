import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RecordedRequest = {
  path: string;
  ids: string[];
  from: string;
  to: string;
  status: number | null;
};
export type Recorder = { baseUrl: string; requests: RecordedRequest[]; stop: () => Promise<void> };

/** A proxy between the product and the simulator that records every resend request. */
export async function recorder(target: string): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const entry = entryOf(request.url ?? '', request.method, body);
    if (entry !== null) requests.push(entry);
    try {
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const answer = await fetch(new URL(request.url ?? '/', target), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      const text = Buffer.from(await answer.arrayBuffer());
      if (entry !== null) entry.status = answer.status;
      const date = answer.headers.get('date');
      response.sendDate = false;
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
        ...(date === null ? {} : { date }),
      });
      response.end(text);
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function entryOf(url: string, method: string | undefined, body: Buffer): RecordedRequest | null {
  if (method !== 'POST' || !url.includes('/callbacks/resend')) return null;
  const path = url.replace(/^\/v1\/user\/callbacks/, '');
  const parsed = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
  const single = /^\/resend\/(?!webhook)([^/]+)$/.exec(path)?.[1];
  return {
    path,
    ids: single === undefined ? ((parsed.transactionIds as string[] | undefined) ?? []) : [single],
    from: String(parsed.createdAtFrom ?? ''),
    to: String(parsed.createdAtTo ?? ''),
    status: null,
  };
}
