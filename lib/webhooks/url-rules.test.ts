import { expect, test } from 'vitest';
import { checkForm } from '#lib/core/http/safe-url.ts';
import { eventSet, readEvents } from './rules.ts';
import { checkUrl, similarAddress } from './url-rules.ts';

const registered = ['https://api.loja.example/pix', null];

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['api.loja.example/pix', 'not_a_url'],
  ['https://', 'not_a_url'],
  ['https://a b.example', 'not_a_url'],
  ['http://api.loja.example/pix', 'not_https'],
  ['ftp://api.loja.example/pix', 'not_https'],
  ['https://me:secret@api.loja.example/pix', 'has_credentials'],
  ['https://api.loja.example/pix#part', 'has_fragment'],
  ['https://10.0.0.7/pix', 'not_public'],
  ['https://172.31.0.1/pix', 'not_public'],
  ['https://[fd00::1]/pix', 'not_public'],
  ['https://intranet/pix', 'not_public'],
  ['https://api.loja.example:443/pix', 'duplicate'],
  ['https://api.loja.example/%70ix', 'duplicate'],
  ['https://API.loja.example./p%69x', 'duplicate'],
  ['https://api.loja.example/\u200bpix', 'duplicate'],
  ['<https://api.loja.example/pix>,', 'duplicate'],
  ['URL: “https://api.loja.example/pix”', 'duplicate'],
  [`https://api.loja.example/${'x'.repeat(2048)}`, 'too_long'],
])('%s is refused: %s', (url, error) => {
  expect(checkUrl(url, registered).error).toBe(error);
});

test.each([
  ['https://api.loja.example/pix/2', false],
  [' https://api.loja.example/other ', false],
  ['https://172.32.0.1/pix', false],
  ['http://127.0.0.1:4010/hook', true],
  ['http://localhost:3000/hook', true],
])('%s may be sent (loopback: %s)', (url, loopback) => {
  expect(checkUrl(url, registered)).toEqual({ error: null, loopback });
});

const INTERNET = { loopback: false, private: false };
test.each([
  'https://intranet/pix',
  'https://intranet./pix',
  'https://erp.local/pix',
  'https://erp.LOCAL./pix',
  'https://erp.corp.internal/pix',
  'https://nas.home.arpa/pix',
  'https://erp.lan/pix',
  'https://192.0.2.7/pix',
  'https://198.18.0.1/pix',
  'https://224.0.0.1/pix',
  'https://[fe80::1]/pix',
  'https://[2001:db8::1]/pix',
  'https://[::ffff:10.0.0.1]/pix',
])('page and server refuse %s alike', (url) => {
  expect(checkUrl(url, []).error).toBe('not_public');
  expect(checkForm(url, INTERNET)).toBe('not_public');
});

test.each(['https://local.loja.com.br/pix', 'https://internal-loja.com/pix', 'https://[2606:4700::1]/pix'])(
  'page and server take %s',
  (url) => {
    expect(checkUrl(url, []).error).toBeNull();
    expect(checkForm(url, INTERNET)).toBeInstanceOf(URL);
  },
);

test.each([
  ['https://api.loja.example/pix/', 'https://api.loja.example/pix'],
  ['https://api.loja.example/pix?', 'https://api.loja.example/pix'],
  ['https://api.loja.example/Pix', 'https://api.loja.example/pix'],
  ['https://api.loja.example/%70ix//', 'https://api.loja.example/pix'],
  ['https://api.loja.example/pix/?a=1', null],
  ['https://api.loja.example/pix2', null],
  ['https://api.loja.example/pix', null],
])('%s is nearly the same as %s', (url, similar) => expect(similarAddress(url, registered)).toBe(similar));

test('an address of another alphabet is the one of its encoded name', () => {
  expect(checkUrl('https://xn--caf-dma.com.br/h', ['https://café.com.br/h']).error).toBe('duplicate');
});

const PIX = eventSet('pix');
const HUB = eventSet('hub');

test('an empty selection is everything that is emitted; reserved events alone are nothing', () => {
  expect(readEvents([], PIX)).toMatchObject({ all: true, nothing: false });
  expect(readEvents([], PIX).emitted).toHaveLength(8);
  expect(readEvents(['TRANSACTION_SUSPECTED_FRAUD'], PIX)).toMatchObject({ nothing: true, emitted: [] });
  expect(readEvents(['TRANSACTION_SUSPECTED_FRAUD', 'INFRACTION_CHANGED'], PIX)).toMatchObject({
    nothing: false,
    emitted: ['INFRACTION_CHANGED'],
  });
  expect(readEvents(['SOMETHING_NEW'], PIX)).toMatchObject({ nothing: false, unheard: ['SOMETHING_NEW'] });
});

test('a Hub endpoint names each of its 18 events; none is nothing', () => {
  expect(HUB.emitted).toHaveLength(18);
  expect(readEvents([], HUB)).toMatchObject({ all: false, nothing: true });
  expect(readEvents(HUB.emitted, HUB)).toMatchObject({ all: true, nothing: false, unheard: [] });
  expect(readEvents(['PAYMENT_PAID', 'SOMETHING_NEW'], HUB)).toMatchObject({
    all: false,
    emitted: ['PAYMENT_PAID'],
    unheard: ['SOMETHING_NEW'],
  });
});
