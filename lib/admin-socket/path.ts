import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The system refuses longer socket paths (macOS 104 bytes with the terminator, Linux 108). */
const LONGEST = 100;

/** Path of the socket on which the server of a data folder takes commands of the same OS user. */
export function controlPath(dataDir: string): string {
  const inside = join(resolve(dataDir), 'control.sock');
  if (Buffer.byteLength(inside) <= LONGEST) return inside;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  return join(tmpdir(), `guiche-${name}.sock`);
}
