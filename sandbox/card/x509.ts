import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { bits, bytes, der, integer, list, oid, set, tagged, text, time } from './der.ts';

export type Issued = { certificate: string; key: string };

/** Purpose of a certificate; it decides the key usage. */
type Use = 'authority' | 'server' | 'client';

export type Request = {
  name: string;
  use: Use;
  /** Host names and addresses of a server certificate. */
  hosts?: readonly string[];
  from: Date;
  to: Date;
};

const OIDS = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  altName: '2.5.29.17',
  constraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedUsage: '2.5.29.37',
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
};

/** Bits counted from the left: digitalSignature 0, keyCertSign 5, cRLSign 6. */
const USAGE: Record<Use, [unused: number, byte: number]> = {
  authority: [1, 0b0000_0110],
  server: [7, 0b1000_0000],
  client: [7, 0b1000_0000],
};

function nameOf(commonName: string): Buffer {
  const part = (id: string, value: string) => set(list(oid(id), text(value)));
  return list(part(OIDS.organization, 'Aroeira Testes'), part(OIDS.commonName, commonName));
}

/** RFC 5280, 4.2.1.2: the SHA-1 of the public key's bits. */
function keyId(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return createHash('sha1').update(Buffer.concat(point)).digest();
}

function address(host: string): Buffer {
  const groups = host === '::1' ? [...new Array<number>(15).fill(0), 1] : host.split('.').map(Number);
  return Buffer.from(groups);
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return list(oid(id), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), bytes(value));
}

function altNames(hosts: readonly string[]): Buffer {
  return list(
    ...hosts.map((host) =>
      isIPv4(host) || host === '::1' ? der(0x87, address(host)) : der(0x82, Buffer.from(host, 'ascii')),
    ),
  );
}

function extensions({ use, hosts = [] }: Request, own: Buffer, issuer: Buffer): Buffer {
  const [unused, usage] = USAGE[use];
  const authority = use === 'authority' ? [der(0x01, Buffer.of(0xff)), integer(Buffer.of(0))] : [];
  return list(
    extension(OIDS.constraints, true, list(...authority)),
    extension(OIDS.keyUsage, true, bits(Buffer.of(usage), unused)),
    ...(use === 'authority' ? [] : [extension(OIDS.extendedUsage, false, list(oid(OIDS[use])))]),
    extension(OIDS.subjectKeyId, false, bytes(own)),
    extension(OIDS.authorityKeyId, false, list(der(0x80, issuer))),
    ...(hosts.length > 0 ? [extension(OIDS.altName, false, altNames(hosts))] : []),
  );
}

function pem(label: string, body: Buffer): string {
  const lines = body.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** The signing authority: its name and key. */
type Signer = { name: string; key: KeyObject; publicKey: KeyObject };

function issueBy(request: Request, publicKey: KeyObject, signer: Signer): string {
  const algorithm = list(oid(OIDS.ecdsaWithSha256));
  const serial = randomBytes(16);
  // The serial number is positive and has no leading zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const content = list(
    tagged(0, integer(Buffer.of(2))),
    integer(serial),
    algorithm,
    nameOf(signer.name),
    list(time(request.from), time(request.to)),
    nameOf(request.name),
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(3, extensions(request, keyId(publicKey), keyId(signer.publicKey))),
  );
  return pem('CERTIFICATE', list(content, algorithm, bits(sign('sha256', content, signer.key), 0)));
}

export type Authority = Issued & { issue(request: Request): Issued };

/** Creates an authority: P-256 keys, X.509 v3, signed with ECDSA and SHA-256. Returns PEM texts. */
export function createAuthority(name: string, from: Date, to: Date): Authority {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = { name, key: pair.privateKey, publicKey: pair.publicKey };
  return {
    certificate: issueBy({ name, use: 'authority', from, to }, pair.publicKey, signer),
    key: keyPem(pair.privateKey),
    issue(request) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return { certificate: issueBy(request, own.publicKey, signer), key: keyPem(own.privateKey) };
    },
  };
}

function keyPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}
