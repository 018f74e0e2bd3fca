import { describe, expect, it } from 'vitest';
import vectors from '#lib/core/fixtures/vectors/signatures.json' with { type: 'json' };
import { judgeSignature } from '#lib/webhooks/server/check-signature.ts';
import { faultOf, pixSignature } from '#lib/webhooks/signature.ts';
import { readHeaders, type Scheme } from '#lib/webhooks/signature-text.ts';

type Case = {
  name: string;
  secret: string;
  now: number;
  body: string;
  headers: Record<string, string | undefined>;
  valid: boolean;
  reason: string | null;
};

/** The fault for each `reason` in the cases, which were computed apart from the product. */
const FAULT: Record<string, string> = {
  missing: 'header_missing',
  header: 'header_form',
  timestamp: 'timestamp_outside',
  secret_or_body: 'secret_or_body',
};
const lower = (headers: Case['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const asText = (headers: Case['headers']) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');

for (const scheme of ['pix', 'hub', 'card'] as const satisfies Scheme[])
  describe(`the ${scheme} scheme`, () => {
    const cases: Case[] = vectors[scheme];
    it.each(cases)('$name', ({ secret, now, body, headers, valid, reason }) => {
      const fault = faultOf(scheme, { headers: lower(headers), body, secret, nowMs: now * 1000 });
      expect(fault).toBe(reason === null ? null : FAULT[reason]);
      expect(fault === null).toBe(valid);
    });

    it.each(cases)('the tool says of "$name" the same', ({ name, secret, now, body, headers, reason }) => {
      const nowMs = now * 1000;
      const verdict = judgeSignature({ scheme, headers: readHeaders(asText(headers)), body, secret, nowMs });
      const expected = name === 'body serialised again' ? 'body_reserialized' : FAULT[reason ?? ''];
      expect(verdict.fault).toBe(expected ?? null);
      expect(verdict.holds).toBe(reason === null);
    });
  });

const SECRET = 'a secret of the endpoint';
const NOW = 1_795_248_192_000;
const BODY = '{"id":"tx_1","amount":10.10,"payerName":"José Silva","url":"https://a.example/b","note":null}';
const judge = (over: Partial<Parameters<typeof judgeSignature>[0]> = {}) =>
  judgeSignature({
    scheme: 'pix',
    headers: { 'x-callback-signature': pixSignature(SECRET, BODY, NOW) },
    body: BODY,
    secret: SECRET,
    nowMs: NOW,
    ...over,
  });

describe('the tool', () => {
  it('holds what holds, with the string that was signed', () => {
    const verdict = judge();
    expect(verdict).toMatchObject({ holds: true, fault: null, ageSeconds: 0, holdsApartFromTime: null });
    expect(verdict.signed?.head.startsWith('1795248192.{"id"')).toBe(true);
    expect(verdict.signed?.bytes).toBe(Buffer.byteLength(`1795248192.${BODY}`));
    expect(verdict.expected).toBe(verdict.received);
  });

  it.each([
    ['a trailing line end', `${BODY}\n`],
    ['Windows line ends', `${BODY}\r\n`],
    ['a byte order mark', `\u{feff}${BODY}`],
    [
      'spaces after the separators',
      '{"id": "tx_1", "amount": 10.10, "payerName": "José Silva", "url": "https://a.example/b", "note": null}',
    ],
    ['indentation', JSON.stringify(JSON.parse(BODY), null, 2)],
    ['JSON.stringify(JSON.parse(…)), which drops a nought', JSON.stringify(JSON.parse(BODY))],
    [
      'another order of keys',
      '{"amount":10.10,"id":"tx_1","note":null,"payerName":"José Silva","url":"https://a.example/b"}',
      true,
    ],
    ['escaped letters', BODY.replace('é', '\\u00e9')],
    ['escaped slashes', BODY.replaceAll('/', '\\/')],
    ['a JSON text inside a JSON string', JSON.stringify(BODY)],
  ] as [string, string, boolean?][])('tells %s from a wrong secret', (_, body, sortedSent) => {
    // A body sent with sorted keys can be found again; one sent in an order of its own cannot.
    const sent = sortedSent ? body : BODY;
    const received = sortedSent ? BODY : body;
    const headers = { 'x-callback-signature': pixSignature(SECRET, sent, NOW) };
    expect(judge({ body: received, headers }).fault).toBe('body_reserialized');
    expect(judge({ body: received, headers, secret: 'another secret' }).fault).toBe('secret_or_body');
  });

  it('does not excuse a changed value', () => {
    expect(judge({ body: BODY.replace('10.10', '11.10') }).fault).toBe('secret_or_body');
  });

  it('says that the secret was pasted with a space around it', () => {
    expect(judge({ secret: `${SECRET}\n` }).fault).toBe('secret_space');
  });

  it('says of a late one whether it holds apart from its time', () => {
    const nowMs = NOW + 301_000;
    expect(judge({ nowMs })).toMatchObject({
      fault: 'timestamp_outside',
      holdsApartFromTime: true,
      ageSeconds: 301,
    });
    expect(judge({ nowMs, secret: 'x' })).toMatchObject({
      fault: 'timestamp_outside',
      holdsApartFromTime: false,
    });
    expect(judge({ nowMs: NOW - 301_000 })).toMatchObject({ fault: 'timestamp_outside', ageSeconds: -301 });
  });

  it('shortens a long string and never returns the secret', () => {
    const body = JSON.stringify({ id: 'x'.repeat(5000) });
    const verdict = judge({ body, headers: { 'x-callback-signature': pixSignature(SECRET, body, NOW) } });
    expect(verdict.holds).toBe(true);
    expect(verdict.signed?.head.length).toBeLessThan(200);
    expect(JSON.stringify(verdict)).not.toContain(SECRET);
  });

  it('reads a header with blanks around its signs', () => {
    const header = pixSignature(SECRET, BODY, NOW).replace(/=/g, ' = ').replace(',', ' , ');
    expect(judge({ headers: readHeaders(`X-Callback-Signature: ${header}`) }).holds).toBe(true);
    expect(judge({ headers: readHeaders(header) }).holds).toBe(true);
  });

  it('says that a body’s accents were composed or taken apart', () => {
    expect(judge({ body: BODY.normalize('NFD') }).fault).toBe('body_composed');
    const body = BODY.normalize('NFD');
    const headers = { 'x-callback-signature': pixSignature(SECRET, body, NOW) };
    expect(judge({ body: body.normalize('NFC'), headers }).fault).toBe('body_composed');
    expect(judge({ body: `${BODY.normalize('NFD')}\n` }).fault).toBe('body_composed');
    expect(judge({ body: BODY.normalize('NFD').replace('Silva', 'Souza') }).fault).toBe('secret_or_body');
  });

  it('says that the secret was pasted with more than a space', () => {
    for (const secret of [`“${SECRET}”`, `secret: ${SECRET}`, `\u200b${SECRET}`])
      expect(judge({ secret }).fault).toBe('secret_space');
  });

  it('takes text that is no JSON', () => {
    const headers = { 'x-callback-signature': pixSignature(SECRET, 'plain text', NOW) };
    expect(judge({ body: 'plain text\n', headers }).fault).toBe('body_reserialized');
    expect(judge({ body: 'other text', headers }).fault).toBe('secret_or_body');
  });
});

describe('readHeaders', () => {
  const wanted = { 'x-callback-signature': 't=1,v1=ab', 'content-type': 'application/json' };
  it.each([
    ['lines', 'POST /hook HTTP/1.1\nContent-Type: application/json\nX-Callback-Signature: t=1,v1=ab\n'],
    ['curl -v', '> Content-Type: application/json\r\n> X-Callback-Signature: t=1,v1=ab'],
    [
      'curl -H',
      `curl https://a.example -H 'Content-Type: application/json' -H "X-Callback-Signature: t=1,v1=ab"`,
    ],
    ['curl -H on lines', `-H 'Content-Type: application/json' \\\n  -H 'X-Callback-Signature: t=1,v1=ab' \\`],
    ['JSON', '{"Content-Type":"application/json","X-Callback-Signature":["t=1,v1=ab"]}'],
  ])('reads %s', (_, text) => {
    expect(readHeaders(text)).toMatchObject(wanted);
  });

  it.each([
    ['a log’s JSON member', '"x-callback-signature": "t=1,v1=ab",\n"content-type": "application/json",'],
    ['members on one line', '"x-callback-signature": "t=1,v1=ab", "content-type": "application/json"'],
    ['a CGI environment', 'HTTP_X_CALLBACK_SIGNATURE=t=1,v1=ab\nHTTP_CONTENT_TYPE=application/json'],
    ['Rack', '"HTTP_X_CALLBACK_SIGNATURE" => "t=1,v1=ab",\n"HTTP_CONTENT_TYPE"=>"application/json"'],
    ['PHP', "['x-callback-signature' => ['t=1,v1=ab'],\n'content-type' => ['application/json']]"],
    ['Python', "{'X-Callback-Signature': 't=1,v1=ab', 'Content-Type': 'application/json'}"],
    ['byte strings', "b'X-Callback-Signature': b't=1,v1=ab'\nb'Content-Type': b'application/json'"],
    ['raw headers', '["X-Callback-Signature","t=1,v1=ab","Content-Type","application/json"]'],
    ['pairs', '[["X-Callback-Signature","t=1,v1=ab"],["Content-Type","application/json"]]'],
    [
      'names and values',
      '[{"name":"X-Callback-Signature","value":"t=1,v1=ab"},{"key":"Content-Type","value":"application/json"}]',
    ],
    [
      'a gateway’s record',
      '{"path":"/h","multiValueHeaders":{"X-Callback-Signature":["t=1,v1=ab"],"Content-Type":["application/json"]}}',
    ],
    ['curl’s answer', '< X-Callback-Signature: t=1,v1=ab\n< Content-Type: application/json'],
    ['escaped line breaks', 'X-Callback-Signature: t=1,v1=ab\\r\\nContent-Type: application/json'],
    ['an invisible sign', '\ufeffX-Callback-\u200bSignature: t=1,v1=ab\nContent-Type: application/json'],
  ])('reads %s', (_, text) => {
    expect(readHeaders(text)).toMatchObject(wanted);
  });

  it.each([
    ['t=1,v1=ab', 'x-callback-signature', 't=1,v1=ab'],
    ['"t=1, v1=ab";', 'x-callback-signature', 't=1, v1=ab'],
    [`sha256=${'a'.repeat(64)}`, 'x-service-signature', `sha256=${'a'.repeat(64)}`],
    ['b'.repeat(64), 'x-webhook-signature', 'b'.repeat(64)],
  ])('reads the value alone: %s', (text, name, value) => {
    expect(readHeaders(text)).toEqual({ [name]: value });
  });

  it('finds nothing where nothing is', () => {
    expect(readHeaders('no headers here')).toEqual({});
    expect(readHeaders('')).toEqual({});
  });
});
