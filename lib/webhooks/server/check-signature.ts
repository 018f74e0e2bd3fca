import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { requirePermission } from '#lib/api/steps/authorize.ts';
import { clean } from '#lib/core/clean.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { cut } from '#lib/core/text.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import type { SignatureVerdict } from '#lib/webhooks/contract.ts';
import { openSecret } from '#lib/webhooks/server/secrets.ts';
import {
  ageOf,
  type Claim,
  isSignedWith,
  isTimely,
  readClaim,
  signatureOf,
} from '#lib/webhooks/signature.ts';
import { type Headers, readHeaders, type Scheme } from '#lib/webhooks/signature-text.ts';

/** Checks a pasted delivery. With a stored secret (permission webhook) it returns no expected signature. */
export async function checkSignature({ ctx, body }: Args<'POST /signature-check'>) {
  const stored = body.secretId === undefined ? null : await storedSecret(ctx, body.secretId);
  const secret = stored ?? body.secret;
  if (secret === undefined || secret === '') throw invalidField('secret', 'missing', 'A secret is needed.');
  const verdict = judgeSignature({
    scheme: body.scheme,
    headers: readHeaders(body.headers),
    body: body.body,
    secret,
    nowMs: body.at === undefined ? databaseNow() : Date.parse(body.at),
  });
  return stored === null ? verdict : { ...verdict, expected: null };
}

async function storedSecret(ctx: Ctx, id: string): Promise<string> {
  await requirePermission(ctx, 'webhook', id);
  const [row] = await db()
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.accountId, ctx.account.id)));
  if (row === undefined) throw new GuicheError('not_found', 'No such secret.');
  const secret = openSecret(row);
  if (secret === null) throw new GuicheError('conflict', 'This secret is not kept any more.');
  return secret.reveal();
}

const SHOWN = 160;

type Delivery = { scheme: Scheme; headers: Headers; body: string; secret: string; nowMs: number };

/** Checks a delivery's signature as far as possible without the sender. */
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
  const fault = timely ? (holdsApart ? null : diagnose(claim, body, secret)) : 'timestamp_outside';
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

/** Possible originals of a text that was re-serialized, copied or saved, one by one; never the text itself. */
function* originalsOf(text: string): Generator<string> {
  const seen = new Set([text]);
  for (const one of candidates(text)) {
    if (seen.has(one)) continue;
    seen.add(one);
    yield one;
  }
}

const BOM = '\u{feff}';

function* candidates(text: string): Generator<string> {
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  for (const one of [bare, `${BOM}${bare}`]) {
    yield one;
    yield one.replace(/\r\n/g, '\n');
    yield one.replace(/\r?\n/g, '\r\n');
    yield one.trimEnd();
    yield `${one}\n`;
    yield `${one}\r\n`;
  }
  const value = parsed(bare.trim());
  // A JSON text inside a JSON string: it was serialized twice.
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const order of [unchanged, sorted, documented])
    for (const decimals of [asWritten, shortest, cents, onlyFractionsAsCents])
      for (const layout of LAYOUTS) {
        const written = write(value, { order, decimals, ...layout }, '');
        for (const dress of ESCAPES) yield dress(written);
      }
}

/** A number with its original text. */
class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

function parsed(text: string): unknown {
  const reviver: Reviver = (_key, value, { source }) =>
    typeof value === 'number' ? new Written(source ?? String(value)) : value;
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch {
    return undefined;
  }
}

type Style = {
  order: (keys: string[]) => string[];
  decimals: (text: string) => string;
  colon: string;
  comma: string;
  indent: string;
};

const LAYOUTS = [
  { colon: ':', comma: ',', indent: '' },
  { colon: ': ', comma: ', ', indent: '' },
  { colon: ': ', comma: ',', indent: '  ' },
  { colon: ': ', comma: ',', indent: '    ' },
  { colon: ': ', comma: ',', indent: '\t' },
];

function write(value: unknown, style: Style, margin: string): string {
  if (value instanceof Written) return style.decimals(value.text);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = margin + style.indent;
  const object = value as Record<string, unknown>;
  const parts = Array.isArray(value)
    ? value.map((one) => write(one, style, inner))
    : style
        .order(Object.keys(object))
        .map((key) => `${JSON.stringify(key)}${style.colon}${write(object[key], style, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  if (style.indent === '') return open + parts.join(style.comma) + close;
  return `${open}\n${inner}${parts.join(`${style.comma}\n${inner}`)}\n${margin}${close}`;
}

const unchanged = (keys: string[]) => keys;
const sorted = (keys: string[]) => keys.toSorted();

/** Document 1's field order of a transaction; other fields follow in their own order. */
const FIELDS = (
  'id status type method amount serviceFeeCharged qrCodeText qrCodeBase64 qrCodeUrl generatedName generatedDocument ' +
  'generatedEmail payerName payerDocument payerInstitutionIspb payerInstitutionName payerAccountNumber receiverName ' +
  'receiverDocument receiverInstitutionIspb receiverInstitutionName receiverAccountNumber endToEndId createdAt ' +
  'updatedAt paidAt withdrawPixKey withdrawPixType clientReference virtualAccount callbackUrl refundEndToEndId ' +
  'refundAmount refundStatus refundReason refundDescription refundedAt cancellationReason infraction'
).split(' ');

const documented = (keys: string[]) => {
  const rank = (key: string) => (FIELDS.includes(key) ? FIELDS.indexOf(key) : FIELDS.length);
  return keys.toSorted((a, b) => rank(a) - rank(b));
};

const asWritten = (text: string) => text;
const shortest = (text: string) => String(Number(text));
const cents = (text: string) => (/^-?\d+(\.\d{1,2})?$/.test(text) ? Number(text).toFixed(2) : text);
const onlyFractionsAsCents = (text: string) => (/^-?\d+\.\d$/.test(text) ? `${text}0` : text);

const ESCAPES: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('/', '\\/'),
  (text) => escaped(text),
  (text) => escaped(text).replaceAll('/', '\\/'),
  (text) => `${text}\n`,
];

const escaped = (text: string) =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function diagnose(claim: Claim, body: string, secret: string): SignatureVerdict['fault'] {
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
