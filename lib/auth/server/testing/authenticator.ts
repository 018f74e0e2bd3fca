import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const USER_PRESENT_AND_VERIFIED = 0x05;
const HOLDS_CREDENTIAL = 0x40;

type PasskeyOptions = { challenge: string };
type Over = { origin?: string; rpId?: string; flags?: number; counter?: number };

/** A device with one key, as a browser hands its answers over (WebAuthn Level 3, attestation `none`). */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(24);
  const id = credentialId.toString('base64url');
  let counter = 0;
  const clientData = (type: string, { challenge }: PasskeyOptions, over: Over) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: over.origin ?? origin, crossOrigin: false }));
  const authData = (over: Over, more: Buffer = Buffer.alloc(0)) => {
    counter = over.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = over.flags ?? USER_PRESENT_AND_VERIFIED | (more.length > 0 ? HOLDS_CREDENTIAL : 0);
    return Buffer.concat([sha256(over.rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, more]);
  };
  const head = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    make(options: PasskeyOptions, over: Over = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = authData(over, Buffer.concat([Buffer.alloc(16), length, credentialId, cose]));
      const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), Buffer.from([0x59]), size, data],
      ]);
      return {
        ...head,
        response: {
          clientDataJSON: clientData('webauthn.create', options, over).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer(options: PasskeyOptions, over: Over = {}) {
      const data = authData(over);
      const client = clientData('webauthn.get', options, over);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...head,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
