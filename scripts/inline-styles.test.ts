import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changer } from './inline-styles.ts';

const LINK = '<link rel="stylesheet" href="/_next/static/chunks/a.css" nonce="n" data-precedence="next"/>';
const OTHER = '<link rel="stylesheet" href="/elsewhere.css"/>';
const PAGE = `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${LINK}${OTHER}</head><body><p>ação 😀 ${LINK}</p></body></html>`;
const SHEETS = new Map([['/_next/static/chunks/a.css', '.a{content:"é"}']]);

it('puts each sheet into the head before its link, which keeps nothing waiting, however the page comes', () => {
  const bytes = Buffer.from(PAGE);
  const end = bytes.indexOf('</body></html>');
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(end), { maxLength: 8 }), (cuts) => {
      const change = changer(SHEETS, 'n');
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const parts = places.slice(1).map((to, at) => change(bytes.subarray(places[at], to)));
      expect(Buffer.concat(parts).toString()).toBe(
        PAGE.replace(
          LINK,
          `<style nonce="n">.a{content:"é"}</style>${LINK.replace('<link', '<link media="print"')}`,
        ),
      );
    }),
  );
});

it('leaves a page without such links as it is', () => {
  const page = PAGE.replaceAll(LINK, '');
  expect(changer(SHEETS, 'n')(Buffer.from(page)).toString()).toBe(page);
});
