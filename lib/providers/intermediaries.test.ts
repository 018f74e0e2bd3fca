import { describe, expect, it } from 'vitest';
import { respondProblem } from '#lib/api/steps/respond.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { CARD_ERRORS } from '#lib/providers/card/client.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { ProviderClient } from '#lib/providers/client/client.ts';
import { HUB_ERRORS } from '#lib/providers/hub/client.ts';
import { PIX_ERRORS } from '#lib/providers/pix/client.ts';

/** Pages and refusals as proxies, firewalls and sites write them: who answered, how a change ends, tries of a read. */
const HTML = '<!DOCTYPE html><html><head><title>x</title></head><body>x</body></html>';
type Row = [name: string, answer: HttpOutcome, code: string, change: 'refused' | 'unknown', tries: number];
const came = (status: number, text: string, headers: Record<string, string> = {}): HttpOutcome => ({
  kind: status < 300 ? 'ok' : 'status',
  status,
  headers,
  text,
});
const ROWS: Row[] = [
  ['a move to https', came(301, '', { location: 'https://a.example/v1/x?k=1' }), 'REDIRECT', 'unknown', 1],
  ['a sign-in', came(302, HTML, { location: '/login' }), 'REDIRECT', 'unknown', 1],
  ['see other', came(303, '', { location: '/done' }), 'REDIRECT', 'unknown', 1],
  ['a temporary move', came(307, ''), 'REDIRECT', 'unknown', 1],
  ['a permanent move', came(308, HTML, { location: 'https://b.example/' }), 'REDIRECT', 'unknown', 1],
  ['a site at a wrong address', came(200, `\u{feff}\n${HTML}`), 'PAGE', 'unknown', 1],
  ['an old page', came(200, '<html><body>It works!</body></html>'), 'PAGE', 'unknown', 1],
  ['an XHTML page', came(201, `<?xml version="1.0"?>${HTML}`), 'PAGE', 'unknown', 1],
  ['a page behind a comment', came(200, `<!-- portal -->${HTML}`), 'PAGE', 'unknown', 1],
  ['nginx on a bad request', came(400, '<html><h1>400 Bad Request</h1></html>'), 'PAGE', 'refused', 1],
  ['nginx on a large body', came(413, HTML), 'PAGE', 'refused', 1],
  ['a firewall', came(403, HTML), 'FIREWALL', 'refused', 1],
  [
    'storage behind a filter',
    came(403, '<Error><Code>AccessDenied</Code></Error>'),
    'FIREWALL',
    'refused',
    1,
  ],
  ['mod_security', came(406, '<head><title>Not Acceptable!</title></head>'), 'FIREWALL', 'refused', 1],
  ['a limit at the edge', came(429, HTML, { 'retry-after': '30' }), 'FIREWALL', 'refused', 1],
  ['Cloudflare to a program', came(403, 'error code: 1020'), 'FIREWALL', 'refused', 1],
  ['a challenge', came(503, '<html><title>Just a moment...</title></html>'), 'FIREWALL', 'unknown', 1],
  ['a marked challenge', came(403, '', { 'cf-mitigated': 'challenge' }), 'FIREWALL', 'refused', 1],
  ['a refusal as 200', came(200, '<html><title>Request Rejected</title></html>'), 'FIREWALL', 'unknown', 1],
  ['a bad gateway', came(502, '<html><title>502 Bad Gateway</title></html>'), 'GATEWAY', 'unknown', 3],
  ['an outage', came(503, HTML), 'GATEWAY', 'unknown', 3],
  ['an edge without its origin', came(522, `${HTML} cloudflare`), 'GATEWAY', 'unknown', 3],
];

function clientOver(outcome: HttpOutcome, errors: typeof PIX_ERRORS) {
  let requests = 0;
  const monitor = new AccountMonitor();
  const client = new ProviderClient({
    account: { id: 'acc', slug: 'acc' },
    baseUrl: 'https://provider.example/v1',
    authorize: { grant: async () => ({ ok: true, headers: {} }) },
    errors,
    transport: async () => {
      requests += 1;
      return outcome;
    },
    monitor,
    budget: NO_BUDGET,
    clock: { now: Date.now, random: () => 0, sleep: async () => undefined },
  });
  return { client, monitor, tries: () => requests };
}
const failureOf = async (read: Promise<unknown>) => {
  const thrown = await read.catch((error: unknown) => error);
  if (!(thrown instanceof GuicheError)) throw new Error('no refusal');
  return thrown;
};
const DIALECTS = Object.entries({ pix: PIX_ERRORS, hub: HUB_ERRORS, card: CARD_ERRORS });

describe.each(DIALECTS)('%s', (_, errors) => {
  it.each(ROWS)('%s has words of its own', async (_name, answer, code, change, tries) => {
    const reading = clientOver(answer, errors);
    const error = await failureOf(reading.client.read('/x', {}, {}));
    expect(error.details.provider?.code).toBe(`ANSWERED_BY_${code}`);
    expect(reading.tries()).toBe(tries);
    expect(reading.monitor.health().lastFailureAt === null).toBe(
      answer.kind !== 'fault' && answer.status === 429,
    );
    for (const locale of ['pt-BR', 'en'] as const) {
      const problem = await respondProblem(error, locale, 'r').json();
      expect(problem.title).not.toMatch(/não está respondendo|is not answering|HTTP/);
      expect(problem.help.responsible).toMatch(/resolve|who can/i);
      expect(problem.help.retry).toBe(code === 'GATEWAY' ? 'self' : 'ask');
    }
    const changing = clientOver(answer, errors);
    const made = await changing.client.change('POST', '/x', null, { sending: async () => undefined });
    expect(made.kind).toBe(change);
    expect(changing.tries()).toBe(1);
  });

  it('names where a redirect leads, without its query', async () => {
    const { client } = clientOver(came(302, '', { location: 'https://a.example/in?token=s#f' }), errors);
    const { details } = await failureOf(client.read('/x', {}, {}));
    expect(details.provider).toMatchObject({ message: 'https://a.example/in', status: 302 });
  });

  it('leaves a service’s own words alone, whatever they hold', async () => {
    const body = JSON.stringify({ errorCode: 'OWN_CODE', code: 'OWN_CODE', message: '<html> captcha' });
    for (const status of [403, 406, 429, 400]) {
      const { details } = await failureOf(clientOver(came(status, body), errors).client.read('/x', {}, {}));
      expect(details.provider?.code, String(status)).toBe('OWN_CODE');
    }
    const { json } = await clientOver(came(200, '{"text":"<html>"}'), errors).client.read('/x', {}, {});
    expect(json).toEqual({ text: '<html>' });
  });

  it.each([401, 404, 405, 407, 418, 511])('a page with %s stays what that status says', async (status) => {
    const { details } = await failureOf(clientOver(came(status, HTML), errors).client.read('/x', {}, {}));
    expect(details.provider).toMatchObject({ code: null, status });
  });

  it('a byte order mark before JSON is read', async () => {
    const { client } = clientOver(came(200, '\u{feff}{"id":"a"}'), errors);
    expect((await client.read('/x', {}, {})).json).toEqual({ id: 'a' });
    const change = { sending: async () => undefined };
    expect(await client.change('POST', '/x', null, change)).toMatchObject({
      kind: 'done',
      value: { json: { id: 'a' } },
    });
    const refused = clientOver(
      came(422, '\u{feff}{"errorCode":"PZX1","code":"PZX_1","message":"m"}'),
      errors,
    );
    expect((await failureOf(refused.client.read('/x', {}, {}))).details.provider?.message).toBe('m');
  });
});
