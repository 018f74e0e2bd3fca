import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { sleep } from './measure.ts';

const ONE_WAY_MS = 75;
const DOWN_BYTES_A_SECOND = 1_600_000 / 8;
const UP_BYTES_A_SECOND = 750_000 / 8;
/** As a packet: connections that share the line take turns by it. */
const PART = 1_460;

/**
 * A line of 150 ms there and back, 1.6 Mbit/s down and 750 kbit/s up, which all its connections share. The browser's
 * own emulation delays each request by itself and so cannot tell one protocol from another.
 */
export async function slowLine(target: number): Promise<{ port: number; close: () => void }> {
  const [down, up] = [lane(DOWN_BYTES_A_SECOND), lane(UP_BYTES_A_SECOND)];
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    // The handshake of the far half takes no time of the line's: the near half pays for its own below.
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far])
      open.add(
        socket
          .on('error', () => {})
          .on('close', () => {
            open.delete(socket);
            near.destroy();
            far.destroy();
          }),
      );
    near.pipe(delayed(up, ONE_WAY_MS * 2)).pipe(far);
    far.pipe(delayed(down, 0)).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** When the next bytes have gone down a lane, in ms of `performance.now()`. */
function lane(bytesASecond: number): (bytes: number) => number {
  let free = 0;
  return (bytes) => {
    free = Math.max(free, performance.now()) + (bytes / bytesASecond) * 1_000;
    return free;
  };
}

/** Passes on what comes, in its order, when it has gone down the lane; `first`: the turn that opens a connection. */
function delayed(take: (bytes: number) => number, first: number): Transform {
  const under: { part: Buffer; due: number }[] = [];
  let opened: number | null = null;
  let drained: (() => void) | null = null;
  const stream = new Transform({
    highWaterMark: PART,
    async transform(chunk: Buffer, _, done) {
      opened ??= performance.now() + first;
      await sleep(opened - performance.now());
      for (let at = 0; at < chunk.length; at += PART) {
        const part = chunk.subarray(at, at + PART);
        const gone = take(part.length);
        under.push({ part, due: gone + ONE_WAY_MS });
        if (under.length === 1) deliver();
        await sleep(gone - performance.now());
      }
      done();
    },
    flush: (done) => {
      drained = done;
      if (under.length === 0) done();
    },
  });
  const deliver = () => {
    const [next] = under;
    if (next === undefined) return drained?.();
    setTimeout(() => {
      stream.push(next.part);
      under.shift();
      deliver();
    }, next.due - performance.now());
  };
  return stream;
}
