import { describe, expect, it } from 'vitest';
import { anyText, createParser, loaderOf, oneOf, readPart, usually, writePart } from './address.ts';

const words = createParser<string[]>({
  parse: (text) => text.split(','),
  serialize: (value) => value.join(','),
  eq: (one, other) => one.join() === other.join(),
});

function written<V>(parser: Parameters<typeof writePart<V>>[2], value: V | null, before = 'x=1&at=old') {
  const search = new URLSearchParams(before);
  writePart(search, 'at', parser, value);
  return search.toString();
}

describe('a part of the address', () => {
  it('is absent where its text does not fit', () => {
    expect(readPart(oneOf(['asc', 'desc']), 'up')).toBeNull();
    expect(readPart(oneOf(['asc', 'desc']), 'desc')).toBe('desc');
    expect(readPart(anyText, null)).toBeNull();
  });

  it('has its usual value where it is absent or does not fit', () => {
    const tab = usually(oneOf(['list', 'funnel']), 'list');
    expect([null, 'x', 'funnel'].map((text) => readPart(tab, text))).toEqual(['list', 'list', 'funnel']);
  });

  it('takes its own place, and leaves it with null or its usual value', () => {
    expect(written(anyText, 'new')).toBe('x=1&at=new');
    expect(written(anyText, null)).toBe('x=1');
    expect(written(usually(words, ['a', 'b']), ['a', 'b'])).toBe('x=1');
    expect(written(usually(words, ['a', 'b']), ['b'])).toBe('x=1&at=b');
  });
});

describe('the search of a page', () => {
  const load = loaderOf({ sort: oneOf(['time', 'amount']), q: usually(anyText, '') });

  it('is read as the framework or the browser gives it', async () => {
    expect(load({ sort: 'time', other: '1' })).toEqual({ sort: 'time', q: '' });
    expect(load(new URLSearchParams('q=a+b'))).toEqual({ sort: null, q: 'a b' });
    expect(await load(Promise.resolve({ q: undefined }))).toEqual({ sort: null, q: '' });
  });

  it('gives the first of a part that stands there twice', () => {
    expect(load({ sort: ['amount', 'time'] }).sort).toBe('amount');
    expect(load(new URLSearchParams('sort=amount&sort=time')).sort).toBe('amount');
  });
});
