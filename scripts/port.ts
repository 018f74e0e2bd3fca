import { type AddressInfo, createServer } from 'node:net';

export class PortError extends Error {
  override readonly name = 'PortError';
}

/** Binds and releases the port, so a taken port is reported before a minute of building. */
export function claimPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (cause: NodeJS.ErrnoException) => reject(portError(cause, port, host)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** A loopback port that was free a moment ago. */
export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** One sentence for a failed listen. */
export function portError(cause: NodeJS.ErrnoException, port: number, host: string): PortError {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is taken by another program: stop it, or set PORT to a free one.',
    EACCES: 'may not be opened by this user: set PORT to one above 1023.',
    EADDRNOTAVAIL: 'cannot be opened, because that is no address of this machine: correct HOST.',
  };
  return new PortError(
    `Port ${port} on ${host} ${reasons[cause.code ?? ''] ?? `cannot be opened (${cause.code}).`}`,
  );
}
