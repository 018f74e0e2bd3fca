import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { Changed, type ClosedReason } from '#lib/events/contract.ts';
import { join, type Stream } from '#lib/events/server/hub.ts';

/** Messages that may wait for a slow reader; one that falls further behind starts anew. */
const MOST_WAITING = 256;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies neither keep it nor gather it into bigger pieces.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Server-sent events of one account, until the session or the account ends, or the reader goes. */
export async function followEvents({ ctx }: { ctx: Ctx }): Promise<Response> {
  const { account, operator, sessionId, signal, request } = ctx;
  const pipe = openPipe();
  const stream: Stream = {
    accountId: account.id,
    operatorId: operator.id,
    sessionId,
    address: request.address,
    changed: (keys) => pipe.send('changed', { keys: shown(keys).map((key) => withSlug(key, account.slug)) }),
    beat: () => pipe.send('beat', {}),
    close: (reason) => {
      pipe.send('closed', { reason } satisfies { reason: ClosedReason });
      pipe.end();
    },
  };
  const leave = await join(stream);
  pipe.whenEnded(leave);
  signal?.addEventListener('abort', pipe.end, { once: true });
  if (signal?.aborted) pipe.end();
  pipe.send('beat', {});
  return new Response(pipe.readable, { headers: HEADERS });
}

/** An id that holds somebody's datum is left out with what follows: the beginning of a key names more, never less. */
function shown(keys: string[][]): string[][] {
  const { keys: told } = masked(Changed, { keys }, { names: false });
  return keys.map((key, place) => {
    const hidden = key.findIndex((part, at) => part !== told[place]?.[at]);
    return hidden < 0 ? key : key.slice(0, Math.max(1, hidden));
  });
}

/** Query keys begin with the feature and the account's slug. */
function withSlug([feature = '', ...rest]: string[], slug: string): string[] {
  return [feature, slug, ...rest];
}

/** A readable side for the answer, and the writing one. It ends once, whoever ends it. */
function openPipe() {
  const encoder = new TextEncoder();
  let ended = false;
  let left: () => void = () => undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const finish = () => {
    if (ended) return false;
    ended = true;
    left();
    return true;
  };
  const end = () => {
    if (finish()) controller?.close();
  };
  const readable = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      cancel: () => void finish(),
    },
    { highWaterMark: MOST_WAITING },
  );
  return {
    readable,
    end,
    send(event: string, data: object) {
      if (ended || controller === undefined) return;
      controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      if ((controller.desiredSize ?? 0) <= 0) end();
    },
    whenEnded(leave: () => void) {
      left = leave;
      if (ended) leave();
    },
  };
}
