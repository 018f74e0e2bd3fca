import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../messages');

/** Messages in the visitor's language as patterns: `text('disputes.bar.send')`. Throws for an unknown key. */
export type MessagePatterns = {
  /** Matches the whole text. */
  (key: string): RegExp;
  /** `start` matches the text's beginning, `inside` the text anywhere. */
  start: (key: string) => RegExp;
  inside: (key: string) => RegExp;
};

export function messagePatterns(locale: string): MessagePatterns {
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

/** {Placeholders} match anything; tags such as <b> are not part of the text. */
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
