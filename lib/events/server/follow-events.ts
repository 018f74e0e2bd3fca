import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { Changed, type ClosedReason } from '#lib/events/contract.ts';
import { join, type Stream } from '#lib/events/server/hub.ts';

/** Messages that may queue for a slow reader. A reader further behind is disconnected and reconnects. */
const MOST_WAITING = 256;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must neither cache nor buffer the stream.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Streams one account's events until the session or account ends, or the reader disconnects. */
export async function followEvents({ ctx }: { ctx: Ctx }): Promise<Response> {
  const { account, operator, sessionId, signal, request } = ctx;
  const pipe = openPipe();
  const stream: Stream = {
    accountId: account.id,
    operatorId: operator.id,
    sessionId,
    address: request.address,
    changed: (keys) =>
      // Query keys have the account's slug after the feature.
      pipe.send('changed', {
        keys: withoutPersonalIds(keys).map((key) => key.toSpliced(1, 0, account.slug)),
      }),
    beat: () => pipe.send('beat', {}),
    close: (reason) => {
      pipe.send('closed', { reason } satisfies { reason: ClosedReason });
      pipe.end();
    },
  };
  const leave = await join(stream);
  if (pipe.ended.aborted) leave();
  pipe.ended.addEventListener('abort', leave);
  signal?.addEventListener('abort', pipe.end, { once: true });
  if (signal?.aborted) pipe.end();
  pipe.send('beat', {});
  return new Response(pipe.readable, { headers: HEADERS });
}

/** Cuts a key before an id that contains personal data. A shorter key covers more, never less. */
function withoutPersonalIds(keys: string[][]): string[][] {
  const { keys: maskedKeys } = masked(Changed, { keys }, { names: false });
  return keys.map((key, place) => {
    const hidden = key.findIndex((part, at) => part !== maskedKeys[place]?.[at]);
    return hidden < 0 ? key : key.slice(0, Math.max(1, hidden));
  });
}

/** The readable side for the response, and functions that write and end it. It ends only once. */
function openPipe() {
  const encoder = new TextEncoder();
  const ending = new AbortController();
  const ended = ending.signal;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const start = (own: ReadableStreamDefaultController<Uint8Array>) => {
    controller = own;
  };
  const cancel = () => ending.abort();
  const readable = new ReadableStream<Uint8Array>({ start, cancel }, { highWaterMark: MOST_WAITING });
  const end = () => {
    if (ended.aborted) return;
    ending.abort();
    controller?.close();
  };
  const send = (event: string, data: object) => {
    if (ended.aborted || controller === undefined) return;
    controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    if ((controller.desiredSize ?? 0) <= 0) end();
  };
  return { readable, ended, end, send };
}
