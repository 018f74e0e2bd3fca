import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from './locales.ts';
import { MESSAGES } from './messages.ts';

const FOLDER = new URL('../../../messages/', import.meta.url);
const NAMESPACES = readdirSync(new URL('pt-BR/', FOLDER)).map((file) => file.replace(/\.json$/, ''));

type Tree = { [key: string]: string | Tree };
function flatten(tree: Tree, path = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const here = path ? `${path}.${key}` : key;
    if (typeof value === 'string') flat.set(here, value);
    else for (const [deep, text] of flatten(value, here)) flat.set(deep, text);
  }
  return flat;
}

const read = (locale: string, namespace: string) =>
  flatten(JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, FOLDER), 'utf8')));

/** Names of the arguments and tags of an ICU text; every second level of braces is an argument, not text. */
function argumentsOf(text: string): string[] {
  const names = new Set([...text.matchAll(/<(\w+)>/g)].map((match) => `<${match[1]}>`));
  let depth = 0;
  for (const match of text.matchAll(/[{}]/g)) {
    if (match[0] === '}') depth--;
    else if (depth++ % 2 === 0) names.add(/^\s*\w+/.exec(text.slice(match.index + 1))?.[0].trim() ?? '?');
  }
  return [...names].sort();
}

test('argumentsOf tells arguments from the words of a plural', () => {
  expect(argumentsOf('{n, plural, one {Disputed} other {# of {total}}} <b>{x}</b>')).toEqual([
    '<b>',
    'n',
    'total',
    'x',
  ]);
});

describe.each(NAMESPACES)('%s', (namespace) => {
  const pt = read('pt-BR', namespace);
  const en = read('en', namespace);

  test('has the same keys in both languages', () => {
    expect([...en.keys()].sort()).toEqual([...pt.keys()].sort());
  });

  test('takes the same arguments in both languages', () => {
    const differing = [...pt].filter(([key, text]) => {
      return argumentsOf(text).join() !== argumentsOf(en.get(key) ?? '').join();
    });
    expect(differing).toEqual([]);
  });

  test('says something under every key, without exclamation marks', () => {
    const poor = [...pt, ...en].filter(
      ([, text]) => text.trim() === '' || /[!]|por favor|please/i.test(text),
    );
    expect(poor).toEqual([]);
  });
});

test('Portuguese counts none in the plural: the category `one` would take 0 too', () => {
  const singular = NAMESPACES.flatMap((namespace) =>
    [...read('pt-BR', namespace)].flatMap(([key, text]) =>
      /\bone \{/.test(text) ? [`${namespace}.${key}`] : [],
    ),
  );
  expect(singular).toEqual([]);
});

test('every file of messages/ is loaded in both languages', () => {
  for (const locale of LOCALES) expect(Object.keys(MESSAGES[locale]).sort()).toEqual([...NAMESPACES].sort());
});

/** Words that were read aloud and sounded wrong, and second names of a thing that has one. */
const ABANDONED: Record<string, RegExp> = {
  en: /\bcounterpart\b|\banew\b|taken off|takes it off|nothing asked|already gone|a minute, at most|make the administrator|\bsuccessfully\b|can still go back/i,
  'pt-BR': /com sucesso|\bdeletad?[ao]s?\b|\bclique aqui\b|\binfraç(?:ão|ões)\b|\brevelar\b/i,
};

test.each(LOCALES)('U21: %s holds no word that the glossary has left behind', (locale) => {
  const found = NAMESPACES.flatMap((namespace) =>
    [...read(locale, namespace)].flatMap(([key, text]) =>
      ABANDONED[locale]?.test(text) ? [`${namespace}.${key}: ${text}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

test('U14: a button that only goes on does not name the deed; where it is done it does', () => {
  for (const locale of LOCALES) {
    const texts = read(locale, 'webhooks');
    const [goesOn, does, action] = ['explain.start', 'password.button', 'title'].map((key) =>
      texts.get(`rotate.${key}`),
    );
    expect(goesOn, locale).not.toContain(action);
    expect(does, locale).toContain(action);
  }
});

test('U14, U21: an absent counterparty is said alike wherever rows are listed', () => {
  for (const locale of LOCALES) {
    const [overview, transactions] = ['overview', 'transactions'].map((name) => read(locale, name));
    for (const word of ['to-receive', 'not-paid', 'commission'])
      expect(overview?.get(`recent.absent.${word}`), `${locale} ${word}`).toBe(
        transactions?.get(`absent.${word}`),
      );
  }
});
