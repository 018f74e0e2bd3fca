import 'server-only';
import { createTranslator } from 'next-intl';
import { formatInstant } from '#lib/dates.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { MESSAGES } from '#lib/i18n/messages.ts';
import { formatBrl } from '#lib/money.ts';
import type { NoticeEvent, NoticeFacts } from '#lib/notices/events.ts';

export type Told = { event: string; step: string; facts: NoticeFacts; at: Date };
export type Worded = { title: string; detail: string };

type Words = ((key: string, values?: Record<string, string | number>) => string) & {
  has(key: string): boolean;
};

export const noticeWords = (locale: Locale, namespace = 'notices'): Words =>
  createTranslator({ locale, messages: MESSAGES[locale], namespace: namespace as never }) as never;

const MONEY = new Set(['amount', 'moved']);
/** Every name that the words use, for facts that are not known. */
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
  ].map((name) => [name, '–']),
);
const INSTANTS = new Set(['until', 'deadline', 'since', 'from', 'to', 'at']);

/**
 * One step in words. A fact that is not known is a dash; a step this build has no words for is told by its names.
 * With how many were delivered, or are left, it says so (`counted`). `earlier`: another step followed, so what waited waits no more; who asked for it reads that too.
 */
export function wordNotice(locale: Locale, { event, step, facts, at }: Told, earlier = false): Worded {
  const t = noticeWords(locale);
  const key = `${event}.${step}`;
  if (!t.has(`${key}.title`)) return { title: key, detail: '' };
  const values = valuesOf(locale, { at: at.toISOString(), ...facts });
  const title = earlier && t.has(`${key}.before`) ? 'before' : 'title';
  const count = facts.delivered ?? facts.left;
  const detail = count != null && t.has(`${key}.counted`) ? 'counted' : 'detail';
  return { title: t(`${key}.${title}`, values), detail: t(`${key}.${detail}`, values) };
}

function valuesOf(locale: Locale, facts: NoticeFacts): Record<string, string | number> {
  const values: Record<string, string | number> = { ...NOT_KNOWN, count: 0, what: whatOf(locale, facts) };
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === null) continue;
    if (MONEY.has(name)) values[name] = formatBrl(Number(fact));
    else values[name] = INSTANTS.has(name) ? formatInstant(locale, String(fact), 'minute') : fact;
  }
  return values;
}

/** "Withdrawal of R$ 1,00"; without an amount the kind alone. */
function whatOf(locale: Locale, { kind, amount }: NoticeFacts): string {
  const kinds = noticeWords(locale, 'operations.kinds');
  const word = typeof kind === 'string' ? (kinds.has(kind) ? kinds(kind) : kind) : '';
  return amount == null
    ? word
    : noticeWords(locale)('what', { kind: word, amount: formatBrl(Number(amount)) });
}

/** The words of a notice's link; some steps have their own. */
export function linkWord(locale: Locale, event: NoticeEvent, step: string): string {
  const t = noticeWords(locale);
  const own = `link.${event}_${step}`;
  return t(t.has(own) ? own : `link.${event}`);
}

/** Where it leads; null for what stands on no page of its own. */
export function pathOf(event: NoticeEvent, slug: string | null, { id, topic }: NoticeFacts): string | null {
  if (event === 'rule_waiting' || topic === 'rule') return '/settings/policies';
  if (event === 'credential_refused' || event === 'credential_ending') return '/settings/accounts';
  if (event === 'sign_in')
    return `/settings/profile${typeof id === 'string' ? `?session=${encodeURIComponent(id)}` : ''}`;
  if (slug === null) return null;
  const own = typeof id === 'string' ? `/${encodeURIComponent(id)}` : '';
  switch (event) {
    case 'deadline_far':
    case 'deadline_near':
    case 'mention':
      return `/${slug}/disputes${own}`;
    case 'endpoint':
      return `/${slug}/deliveries`;
    case 'account_block':
      return `/${slug}/overview`;
    case 'work_ended':
      return topic === 'report' ? `/${slug}/reports` : `/${slug}/resends${own}`;
    default:
      return `/${slug}/operations${own}`;
  }
}
