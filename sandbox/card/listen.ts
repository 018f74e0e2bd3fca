import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createHttpsServer, type Handler } from '../http.ts';
import type { Certificates } from './certificates.ts';

/**
 * Creates the mutual TLS server: a client without a certificate from our authority is disconnected without a
 * response.
 */
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
