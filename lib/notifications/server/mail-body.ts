import 'server-only';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';

/** One item of a message. The URL of `link` is absolute. */
export type Paragraph = { title: string; detail: string; link: { url: string; word: string } | null };
export type MailBody = { subject: string; text: string; html: string };

type Letter = {
  locale: Locale;
  subject: string;
  paragraphs: readonly Paragraph[];
  why: string | null;
  choose: Paragraph['link'];
};

/** The same content as text and as HTML. The HTML loads nothing from outside. */
export function mailBody({ locale, subject, paragraphs, why, choose }: Letter): MailBody {
  const text = [
    ...paragraphs.map(({ title, detail, link }) =>
      [title, detail, link === null ? '' : `${link.word}: ${link.url}`]
        .filter((line) => line !== '')
        .join('\n'),
    ),
    ...(why === null ? [] : [`-- \n${why}${choose === null ? '' : `\n${choose.word}: ${choose.url}`}`]),
  ].join('\n\n');
  const shown = paragraphs.map(
    ({ title, detail, link }) =>
      `<div style="margin:0 0 20px"><p style="margin:0 0 4px;font-size:16px;font-weight:600">${escaped(title)}</p>` +
      `<p style="margin:0 0 8px;color:#4a5560">${escaped(detail)}</p>${link === null ? '' : anchor(link)}</div>`,
  );
  const end =
    why === null
      ? ''
      : `<p style="margin:24px 0 0;border-top:1px solid #d5d9dd;padding-top:12px;font-size:12px;color:#4a5560">` +
        `${escaped(why)} ${choose === null ? '' : anchor(choose)}</p>`;
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:#fff;color:#1a2026;font:14px/20px Arial,sans-serif">` +
    `<div style="max-width:560px"><p style="margin:0 0 20px;font-weight:700">guichê</p>${shown.join('')}${end}</div>` +
    `</body></html>`;
  return { subject: subject.replace(/\s+/g, ' '), text: `${text}\n`, html };
}

const anchor = ({ url, word }: { url: string; word: string }) =>
  `<a href="${escaped(url)}" style="color:#0c5b73">${escaped(word)}</a>`;

const ENTITIES = lookupTable({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
