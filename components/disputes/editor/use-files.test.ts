import { expect, test } from 'vitest';
import { fileError, sizeParts } from './defense-draft.tsx';

const limits = { files: 2, bytes: 1000 };
const file = (name: string, size: number) => ({ name, size });

test('what is refused before it travels', () => {
  expect(fileError(file('a.pdf', 10), [], limits)).toBeNull();
  expect(fileError(file('a.PDF.exe', 10), [], limits)).toBe('executable');
  expect(fileError(file('a.pdf', 0), [], limits)).toBe('empty');
  expect(fileError(file('a.pdf', 10), [file('a.pdf', 10)], limits)).toBe('twice');
  expect(fileError(file('c.pdf', 10), [file('a.pdf', 1), file('b.pdf', 1)], limits)).toBe('too_many');
  expect(fileError(file('b.pdf', 600), [file('a.pdf', 401)], limits)).toBe('too_large');
  expect(fileError(file('b.pdf', 599), [file('a.pdf', 401)], limits)).toBeNull();
});

test('sizes as people read them', () => {
  expect(sizeParts(182 * 1024)).toEqual({ unit: 'kb', value: 182 });
  expect(sizeParts(12)).toEqual({ unit: 'kb', value: 1 });
  expect(sizeParts(10 * 1024 * 1024)).toEqual({ unit: 'mb', value: 10 });
  expect(sizeParts(1_640_000)).toEqual({ unit: 'mb', value: 1.6 });
});
