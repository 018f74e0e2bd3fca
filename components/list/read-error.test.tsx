import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallError } from '#lib/api/client.ts';
import { problemOf } from '#lib/api/steps/respond.ts';
import type { GuicheError, Missing } from '#lib/core/errors.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { over } from '#lib/providers/card/testing/test-card.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { ReadError } from './read-error.tsx';

type Locale = 'en' | 'pt-BR';
const callError = (read: Promise<unknown>, locale: Locale) =>
  read.then(
    () => null,
    (thrown: GuicheError) => new CallError(problemOf(thrown, locale)),
  );

/** Text of a page for a read that the provider answered with `answer`. */
const textFor = async (answer: string, locale: Locale) =>
  shown(await callError(hubOver([ok(answer)]).port.balance({}), locale), locale);

function shown(error: CallError | null, locale: Locale): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone="America/Sao_Paulo" messages={MESSAGES[locale]}>
      <ReadError error={error} onRetry={() => {}} />
    </NextIntlClientProvider>,
  );
}

test('R9: an answer in another form says so and that the rest works, and does not repeat by itself', async () => {
  const en = await textFor('{"hello":"world"}', 'en');
  expect(en).toContain('The provider answered in a form that Guichê does not understand');
  expect(en).toContain('The provider works; only this reading is missing.');
  expect(en).toContain('role="alert"');
  expect(en).not.toMatch(/not answering|retrying in|by itself/);
  const pt = await textFor('{"hello":"world"}', 'pt-BR');
  expect(pt).toContain('O serviço respondeu de uma forma que o Guichê não entende');
  expect(pt).not.toMatch(/não está respondendo|sozinh/i);
  // The page of an intermediary is reported as such, not as a service that does not answer.
  const page = await textFor('<html>', 'en');
  expect(page).toContain('A web page came instead of the provider’s answer');
  expect(page).not.toMatch(/not answering|retrying in|by itself/);
});

const provider = testProvider();
/** No person of the answer may be named in the error text. */
const SOMEBODY = { name: 'Zuleica Brandt', cpf: '52998224725' };
type Case = [what: string, read: () => Promise<unknown>, missing: Missing[], pt: string, en: string];

function pix(answer: unknown): ProviderPort {
  provider.acts = [json(200, answer)];
  return portTo(provider.base).port as unknown as ProviderPort;
}
const hub = (answer: object) => hubOver([ok(answer)]).port;
const card = (answer: object) => over(ok(answer)).card;

test.each<Case>([
  [
    'the Pix list',
    () => pix(SOMEBODY).transactions?.list({}, { limit: 10, position: null }, {}) ?? Promise.resolve(),
    ['list'],
    'a lista',
    'the list',
  ],
  [
    'a Pix transaction',
    () => pix({ amount: 12.5, who: SOMEBODY }).transactions?.get('tx1', {}) ?? Promise.resolve(),
    ['id'],
    'o id',
    'the id',
  ],
  [
    'a Hub charge',
    () => hub({ status: 'PAID', who: SOMEBODY }).charges.find({ id: 'p1' }, {}),
    ['id', 'amount'],
    'o id, o valor',
    'the id, the amount',
  ],
  [
    'the Hub’s balance',
    () => hub({ available: 'muito', who: SOMEBODY }).balance({}),
    ['balance'],
    'o saldo',
    'the balance',
  ],
  [
    'a card charge',
    () => card({ status: 2, who: SOMEBODY }).charges.get('c1', {}),
    ['id', 'amount'],
    'o id, o valor',
    'the id, the amount',
  ],
  ['a card rate', () => card(SOMEBODY).rate('USD', {}), ['rate'], 'a cotação', 'the exchange rate'],
])(
  'R9: %s that cannot be read says what was missing, and nothing of what came',
  async (_, read, missing, pt, en) => {
    const error = await callError(read(), 'pt-BR');
    expect(error?.problem).toMatchObject({ code: 'provider_unreadable', status: 502, missing });
    const text = shown(error, 'pt-BR');
    expect(text).toContain(`O que o Guichê não conseguiu ler na resposta: ${pt}. O serviço funciona`);
    expect(text).toContain('As outras páginas continuam');
    expect(shown(await callError(read(), 'en'), 'en')).toContain(
      `What Guichê could not read in the answer: ${en}. The provider works`,
    );
    for (const value of Object.values(SOMEBODY)) expect(JSON.stringify(error?.problem)).not.toContain(value);
  },
);
