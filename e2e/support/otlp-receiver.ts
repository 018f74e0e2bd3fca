import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string };
type Wire = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};
export type SeenSpan = Omit<Wire, 'attributes' | 'status'> & {
  facts: Record<string, string | number>;
  failed: boolean;
};

/** A collector that accepts OTLP as JSON over HTTP and stores everything. */
export async function otlpReceiver() {
  const spans: SeenSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...spansIn(Buffer.concat(chunks).toString()));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { endpoint: `http://127.0.0.1:${port}`, spans, close };
}

function spansIn(text: string): SeenSpan[] {
  const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Wire[] }[] }[] };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .map(({ attributes, status, ...span }) => ({
      ...span,
      failed: status.code === 2,
      facts: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
      ),
    }));
}
