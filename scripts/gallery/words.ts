import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../messages');

/** Messages in the visitor's language as patterns: `say('disputes.bar.send')`. They throw where there is none. */
export type Say = {
  /** The whole text. */
  (key: string): RegExp;
  /** The text's beginning, the text anywhere. */
  start: (key: string) => RegExp;
  inside: (key: string) => RegExp;
};

export function words(locale: string): Say {
  const find = (key: string) => pattern(message(locale, key));
  return Object.assign((key: string) => new RegExp(`^\\s*${find(key)}\\s*$`), {
    start: (key: string) => new RegExp(`^\\s*${find(key)}`),
    inside: (key: string) => new RegExp(find(key)),
  });
}

function message(locale: string, key: string): string {
  const [namespace = '', ...path] = key.split('.');
  const all: unknown = JSON.parse(readFileSync(`${FOLDER}/${locale}/${namespace}.json`, 'utf8'));
  const text = path.reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], all);
  if (typeof text !== 'string') throw new Error(`${locale}: no message ${key}`);
  return text;
}

/** Whatever stands in its {places}; marks such as <b> are no text. */
function pattern(text: string): string {
  let depth = 0;
  let plain = '';
  for (const letter of text.replace(/<\/?\w+>/g, '')) {
    if (letter === '{' && depth++ === 0) plain += '\0';
    else if (letter === '}') depth -= 1;
    else if (depth === 0) plain += letter;
  }
  return plain.split('\0').map(RegExp.escape).join('.*');
}
