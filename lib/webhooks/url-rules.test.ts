import { expect, test } from 'vitest';
import { eventSet, readEvents } from './events.ts';
import { checkUrl } from './url-rules.ts';

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
  [`https://api.loja.example/${'x'.repeat(2048)}`, 'too_long'],
])('%s is refused: %s', (url, fault) => {
  expect(checkUrl(url, registered).fault).toBe(fault);
});

test.each([
  ['https://api.loja.example/pix/2', false],
  [' https://api.loja.example/other ', false],
  ['https://172.32.0.1/pix', false],
  ['http://127.0.0.1:4010/hook', true],
  ['http://localhost:3000/hook', true],
])('%s may be sent (loopback: %s)', (url, loopback) => {
  expect(checkUrl(url, registered)).toEqual({ fault: null, loopback });
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
