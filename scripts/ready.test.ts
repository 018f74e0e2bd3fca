import { afterEach, expect, test, vi } from 'vitest';
import { loadSettings } from '#lib/core/env/settings.ts';
import { announce } from './ready.ts';

const left = globalThis as { __guicheReadySignIns?: unknown[]; __guicheSetUpLink?: string | null };
afterEach(() => {
  Reflect.deleteProperty(left, '__guicheReadySignIns');
  Reflect.deleteProperty(left, '__guicheSetUpLink');
  vi.restoreAllMocks();
});

const LINK = 'http://localhost:3000/set-up?token=t';

test.each([LINK, null])(
  'ready is said once the set-up link is known, however late it is made: %s',
  async (link) => {
    let printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    left.__guicheReadySignIns = [];
    // The parent of this process is no parent of a product.
    const send = process.send;
    Object.assign(process, { send: undefined });
    const announced = announce(loadSettings({}), 3000, null);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(printed).toBe('');
    left.__guicheSetUpLink = link;
    await announced;
    Object.assign(process, { send });
    expect(printed).toContain('Guichê ready at ');
    expect(printed.includes(LINK)).toBe(link !== null);
  },
);
