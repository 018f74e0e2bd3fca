import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createHttpsServer, type Handler } from '../http.ts';
import type { Certificates } from './certificates.ts';

/** A server of its own: whoever shows no certificate of our authority loses the connection, unanswered. */
export function createCardHttps({ server, ca }: Certificates, handle: Handler): Server {
  return createHttpsServer(
    {
      cert: readFileSync(server.certificate),
      key: readFileSync(server.key),
      ca: readFileSync(ca),
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
    handle,
  );
}
