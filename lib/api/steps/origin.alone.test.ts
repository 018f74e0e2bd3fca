import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkOrigin } from '#lib/api/steps/authorize.ts';

const settings = vi.hoisted(() => ({ url: '', urlIsDefault: true }));
vi.mock('#lib/core/env/settings.ts', () => ({ settings: () => settings }));

const from = (origin?: string) => new Headers(origin === undefined ? {} : { origin });
const accepts = (origin?: string, method = 'POST') => {
  try {
    checkOrigin(method, from(origin));
    return true;
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'forbidden' });
    return false;
  }
};

describe('the origin of a changing call', () => {
  beforeEach(() => Object.assign(settings, { url: 'http://localhost:3000', urlIsDefault: true }));

  it('is the product’s own, by its name or its number', () => {
    expect(accepts('http://localhost:3000')).toBe(true);
    expect(accepts('http://127.0.0.1:3000')).toBe(true);
  });

  it('is no other, and not missing', () => {
    const others = [
      'http://localhost:3001',
      'https://localhost:3000',
      'http://localhost',
      'http://127.0.0.2:3000',
      'http://localhost:3000.example',
      'http://localhost:3000/',
      'null',
      '',
    ];
    for (const origin of [...others, undefined]) expect(accepts(origin), origin).toBe(false);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(accepts('https://elsewhere.example', method)).toBe(false);
  });

  it('is the public address alone where one was set', () => {
    Object.assign(settings, { url: 'https://guiche.example', urlIsDefault: false });
    expect(accepts('https://guiche.example')).toBe(true);
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://guiche.example'])
      expect(accepts(origin), origin).toBe(false);
  });

  it('of a read is nobody’s business', () => {
    expect(accepts('https://elsewhere.example', 'GET')).toBe(true);
    expect(accepts(undefined, 'GET')).toBe(true);
  });
});
