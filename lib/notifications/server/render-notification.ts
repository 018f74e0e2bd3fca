import 'server-only';
import { createTranslator } from 'next-intl';
import { formatInstant, saoPauloDay, startOfDay, timeLeftOf } from '#lib/core/dates.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { plainBrl } from '#lib/core/money.ts';
import type { NoticeEvent, NoticeFacts } from '#lib/core/notification-events.ts';
import { disputeName } from '#lib/disputes/rules.ts';
import { leavesMoney } from '#lib/operations/server/kind.ts';

type StepFacts = { event: string; step: string; facts: NoticeFacts; at: Date };

type Translator = ((key: string, values?: Record<string, string | number>) => string) & {
  has(key: string): boolean;
};

export const noticeTranslator = (locale: Locale, namespace = 'notices'): Translator =>
  createTranslator({ locale, messages: MESSAGES[locale], namespace: namespace as never }) as never;

const MONEY = new Set(['amount', 'moved']);
/** A dash for every placeholder of the messages, used when its fact is unknown. */
const NOT_KNOWN = Object.fromEntries(
  [
    'amount',
    'moved',
    'until',
    'deadline',
    'since',
    'from',
    'to',
    'dispute',
    'host',
    'status',
    'code',
    'number',
    'businessDay',
  ].map((name) => [name, '–']),
);
const INSTANTS = new Set(['until', 'deadline', 'since', 'from', 'to', 'at']);
/** Durations, in ms. */
const SPANS = new Set(['age', 'delay', 'span']);
/** Ids of people. Messages sent through a channel name nobody. */
const PEOPLE = new Set(['by', 'assignee']);

/** Message variants and the fact each needs: used when the fact is known and the step has that variant. */
const FULL_VARIANTS = {
  title: [
    ['named', 'by'],
    ['aged', 'age'],
    ['timed', 'delay'],
  ],
  detail: [
    ['counted', 'delivered'],
    ['counted', 'left'],
    ['spanned', 'span'],
    ['dated', 'sent'],
    ['past', 'past'],
  ],
} as const;

const NOBODY: ReadonlyMap<string, string> = new Map();

/** Renders one step; an unknown fact is a dash. `earlier`: another followed. `names`: of people, by id. */
export function renderNotification(
  locale: Locale,
  { event, step, facts, at }: StepFacts,
  earlier = false,
  names = NOBODY,
): { title: string; detail: string } {
  const t = noticeTranslator(locale);
  const key = `${event}.${step}`;
  if (!t.has(`${key}.title`)) return { title: key, detail: '' };
  const values = valuesOf(locale, { at: at.toISOString(), ...withSpan(facts) }, names);
  const fullest = (of: keyof typeof FULL_VARIANTS): string =>
    FULL_VARIANTS[of].find(([variant, fact]) => fact in values && t.has(`${key}.${variant}`))?.[0] ?? of;
  const title = earlier && t.has(`${key}.before`) ? 'before' : fullest('title');
  return { title: t(`${key}.${title}`, values), detail: t(`${key}.${fullest('detail')}`, values) };
}

function withSpan(facts: NoticeFacts): NoticeFacts {
  const { since, until } = facts;
  const span = Date.parse(String(until)) - Date.parse(String(since));
  return Number.isNaN(span) ? facts : { ...facts, span };
}

function valuesOf(locale: Locale, facts: NoticeFacts, names: ReadonlyMap<string, string>) {
  const values: Record<string, string | number> = {
    ...NOT_KNOWN,
    count: 0,
    what: whatOf(locale, facts),
    holder: holderOf(facts, names),
    money: leavesMoney(String(facts.kind)) ? 'leaves' : 'other',
    rest: facts.delivered === facts.count ? 'none' : 'some',
    day: saoPauloDay(String(facts.sent)) === saoPauloDay(String(facts.at)) ? 'same' : 'other',
  };
  for (const [name, fact] of Object.entries(facts)) {
    const known = fact === null ? null : factValue(locale, name, fact, names);
    if (known !== null) values[name] = known;
  }
  if (facts.status === null) values.status = noticeTranslator(locale)('noAnswer');
  if (facts.sent != null)
    values.sent = formatInstant(locale, String(facts.sent), values.day === 'same' ? 'time' : 'full');
  return values;
}

/** A fact as a message value; null: it stays a dash. */
function factValue(locale: Locale, name: string, fact: string | number, names: ReadonlyMap<string, string>) {
  if (MONEY.has(name)) return plainBrl(Number(fact));
  if (INSTANTS.has(name)) return formatInstant(locale, String(fact), 'minute');
  if (name === 'businessDay') return formatInstant(locale, startOfDay(String(fact)), 'day');
  if (SPANS.has(name)) return durationText(locale, Number(fact));
  if (name === 'dispute') return disputeName({ id: String(fact) });
  return PEOPLE.has(name) ? (names.get(String(fact)) ?? null) : fact;
}

/** Who had a dispute at a step: a person who may be named, nobody, or unknown. */
function holderOf({ assignee }: NoticeFacts, names: ReadonlyMap<string, string>): string {
  if (assignee === null) return 'nobody';
  return names.has(String(assignee)) ? 'known' : 'other';
}

function durationText(locale: Locale, ms: number): string {
  const duration = timeLeftOf(ms);
  return noticeTranslator(locale, 'due.left')(duration.unit, { ...duration });
}

/** "Withdrawal of R$ 1,00", or only the kind when there is no amount. */
function whatOf(locale: Locale, { kind, amount }: NoticeFacts): string {
  const kinds = noticeTranslator(locale, 'operations.kinds');
  const word = typeof kind === 'string' ? (kinds.has(kind) ? kinds(kind) : kind) : '';
  return amount == null
    ? word
    : noticeTranslator(locale)('what', { kind: word, amount: plainBrl(Number(amount)) });
}

/** Label of a notice's link. Some steps and some account kinds have their own. */
export function linkLabel(locale: Locale, event: NoticeEvent, step: string, kind: string | null): string {
  const t = noticeTranslator(locale);
  const own = [step, kind].map((of) => `link.${event}_${of}`).find((key) => t.has(key));
  return t(own ?? `link.${event}`);
}

/** Target path of a notice; null when its subject has no page. */
export function pathOf(event: NoticeEvent, slug: string | null, { id, topic }: NoticeFacts): string | null {
  if (event === 'rule_waiting' || topic === 'rule') return '/settings/policies';
  if (event === 'credential_refused' || event === 'credential_ending') return '/settings/accounts';
  if (event === 'sign_in')
    return `/settings/profile${typeof id === 'string' ? `?session=${encodeURIComponent(id)}` : ''}`;
  if (slug === null) return null;
  const own = typeof id === 'string' ? `/${encodeURIComponent(id)}` : '';
  if (event === 'closing_open') return `/${slug}/closings${own}`;
  if (event === 'endpoint') return `/${slug}/deliveries`;
  if (event === 'account_block') return `/${slug}/overview`;
  if (event === 'work_ended') return topic === 'report' ? `/${slug}/reports` : `/${slug}/resends${own}`;
  const isDispute = event === 'deadline_far' || event === 'deadline_near' || event === 'mention';
  return `/${slug}/${isDispute ? 'disputes' : 'operations'}${own}`;
}

type LinkedAccount = { slug: string; kind: string };

export function linkOf(locale: Locale, { event, step, facts }: StepFacts, account: LinkedAccount | null) {
  const path = pathOf(event as NoticeEvent, account?.slug ?? null, facts);
  if (path === null) return null;
  return { path, word: linkLabel(locale, event as NoticeEvent, step, account?.kind ?? null) };
}

/** One item of a message. The URL of `link` is absolute. */
export type Paragraph = { title: string; detail: string; link: { url: string; word: string } | null };

export type MailBody = { subject: string; text: string; html: string };

type Letter = {
  locale: Locale;
  subject: string;
  paragraphs: readonly Paragraph[];
  why?: string | null;
  choose?: Paragraph['link'];
};

/** The same content as text and as HTML. The HTML loads nothing from outside. */
export function mailBody({ locale, subject, paragraphs, why = null, choose = null }: Letter): MailBody {
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
