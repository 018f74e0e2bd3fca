import 'server-only';
import { clean } from '#lib/core/clean.ts';
import { cut } from '#lib/text.ts';
import type { SignatureVerdict } from '#lib/webhooks/contract.ts';
import { originalsOf } from '#lib/webhooks/reserialized.ts';
import {
  ageOf,
  type Claim,
  type Headers,
  isSignedWith,
  isTimely,
  readClaim,
  signatureOf,
} from '#lib/webhooks/signature.ts';
import type { Scheme } from '#lib/webhooks/signature-text.ts';

const SHOWN = 160;

type Delivery = { scheme: Scheme; headers: Headers; body: string; secret: string; nowMs: number };

/** Judges a delivery's signature, as far as that is possible without the sender. */
export function judgeSignature({ scheme, headers, body, secret, nowMs }: Delivery): SignatureVerdict {
  const claim = readClaim(scheme, headers);
  if (typeof claim === 'string')
    return {
      holds: false,
      scheme,
      fault: claim,
      holdsApartFromTime: null,
      ageSeconds: null,
      signed: null,
      expected: null,
      received: null,
    };
  const signed = claim.prefix + body;
  const holdsApart = isSignedWith(claim, body, secret);
  const timely = isTimely(claim, nowMs);
  const fault = timely ? (holdsApart ? null : whyNot(claim, body, secret)) : 'timestamp_outside';
  return {
    holds: fault === null,
    scheme,
    fault,
    holdsApartFromTime: timely ? null : holdsApart,
    ageSeconds: ageOf(claim, nowMs),
    signed: {
      head: signed.length > SHOWN ? `${cut(signed, SHOWN)}…` : signed,
      bytes: Buffer.byteLength(signed),
    },
    expected: signatureOf(claim.prefix, body, secret),
    received: claim.received[0] ?? null,
  };
}

function whyNot(claim: Claim, body: string, secret: string): SignatureVerdict['fault'] {
  const bare = clean('secret', secret);
  if (bare !== secret && isSignedWith(claim, body, bare)) return 'secret_space';
  for (const form of ['NFC', 'NFD'] as const) {
    const composed = body.normalize(form);
    if (composed === body) continue;
    for (const original of [composed, ...originalsOf(composed)])
      if (isSignedWith(claim, original, bare)) return 'body_composed';
  }
  for (const original of originalsOf(body))
    if (isSignedWith(claim, original, bare)) return 'body_reserialized';
  return 'secret_or_body';
}
