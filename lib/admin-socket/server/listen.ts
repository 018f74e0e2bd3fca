import 'server-only';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { controlPath } from '#lib/admin-socket/path.ts';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';

/** A command's result is sent as JSON; for a thrown error its message is sent. */
export type Command = (input: unknown, signal: AbortSignal) => Promise<unknown>;

const LONGEST = 10_000;

/**
 * Takes commands on a socket of the data folder (mode 0600): one JSON line in, `{ command, input }`, one line
 * out, `{ value }` or `{ fault }`. The process with the folder's lock owns the socket. Never throws: the
 * server works without it.
 */
export function listenForCommands(dataDir: string, commands: Readonly<Record<string, Command>>): void {
  const path = controlPath(dataDir);
  const server = createServer((socket) => serve(socket, commands));
  server.on('error', (error) => log().warn({ err: error, path }, 'no commands can be taken'));
  const mask = process.umask(0o177);
  try {
    rmSync(path, { force: true });
    server.listen(path, () => chmodSync(path, 0o600));
  } catch (error) {
    log().warn({ err: error, path }, 'no commands can be taken');
  } finally {
    process.umask(mask);
  }
  onShutdown('control socket', async () => void server.close(), { early: true });
}

function serve(socket: Socket, commands: Readonly<Record<string, Command>>): void {
  const gone = new AbortController();
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => gone.abort());
  socket.on('close', () => gone.abort());
  socket.on('data', (part: string) => {
    text += part;
    if (text.length > LONGEST) socket.destroy();
    if (!text.includes('\n')) return;
    socket.pause();
    answer(text.slice(0, text.indexOf('\n')), commands, gone.signal).then(
      (value) => socket.end(`${JSON.stringify({ value })}\n`),
      (fault: unknown) =>
        socket.end(`${JSON.stringify({ fault: fault instanceof Error ? fault.message : String(fault) })}\n`),
    );
  });
}

async function answer(line: string, commands: Readonly<Record<string, Command>>, signal: AbortSignal) {
  const { command = '', input } = JSON.parse(line) as { command?: string; input?: unknown };
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run === undefined) throw new Error(`There is no command "${command}".`);
  return run(input, signal);
}
