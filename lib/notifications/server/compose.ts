import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, inArray, or } from 'drizzle-orm';
import { type Grant, permissionsOn } from '#lib/auth/permissions.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { type NoticeEvent, ruleOf } from '#lib/core/notification-events.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { type noticeMessages, noticeSteps } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { type DirectMail, directPurpose } from '#lib/mail/server/send-mail.ts';
import type { HookChannel } from '#lib/notifications/server/channels.ts';
import {
  linkOf,
  mailBody,
  noticeTranslator,
  type Paragraph,
  renderNotification,
} from '#lib/notifications/server/render-notification.ts';
import type { HookMessage, Letter } from '#lib/notifications/server/send.ts';

export type MessageRow = typeof noticeMessages.$inferSelect;
type Step = typeof noticeSteps.$inferSelect & { account: Named | null };
type Named = { slug: string; name: string; kind: string };

/** The e-mail of a row, limited to what its recipient may still read; null when nobody may get it. */
export async function letterOf(row: MessageRow): Promise<Letter | null> {
  if (row.sealed !== null) return directLetter(row.id, JSON.parse(unseal(row.sealed, directPurpose(row.id))));
  const [person] = await db()
    .select()
    .from(operators)
    .where(eq(operators.id, row.operatorId ?? ''));
  if (person === undefined || person.disabledAt !== null) return null;
  const locale: Locale = (person.preferences as { language?: Locale }).language === 'en' ? 'en' : 'pt-BR';
  // A person may have lost access since the notice was written.
  const roles = await db().select().from(grants).where(eq(grants.operatorId, person.id));
  const mayRead = (account: string | null) =>
    account === null || permissionsOn(roles as Grant[], account).has('read');
  const steps = latest(await stepsOf(row.items)).filter(({ accountId }) => mayRead(accountId));
  const [first] = steps;
  if (first === undefined) return null;
  const t = noticeTranslator(locale, 'notices.mail');
  const own = steps.every(({ event }) => ruleOf(event as NoticeEvent).personal === true);
  const paragraphs = steps.map((step) => paragraphOf(locale, step));
  const single = `${first.account === null ? '' : `[${first.account.name}] `}${paragraphs[0]?.title}`;
  const body = mailBody({
    locale,
    subject: steps.length === 1 ? single : t('quiet', { count: steps.length }),
    paragraphs,
    why: t(own ? 'whySignIn' : 'why'),
    choose: { url: `${settings().url}/settings/channels`, word: t('choose') },
  });
  const digest = createHash('sha256').update(first.cause).digest('hex').slice(0, 24);
  const thread = steps.length === 1 ? `cause-${digest}` : null;
  return { id: row.id, to: person.email, thread, ...body };
}

function directLetter(id: string, { to, locale, kind, url, until }: DirectMail): Letter {
  const t = noticeTranslator(locale, 'notices.mail');
  const step = { event: 'mail', step: kind, facts: { until }, at: new Date(databaseNow()) };
  const rendered = renderNotification(locale, step);
  const paragraph = { ...rendered, link: { url, word: t(`${kind}.link`) } };
  const body = mailBody({ locale, subject: rendered.title, paragraphs: [paragraph] });
  return { id, to, thread: null, ...body };
}

/** The test e-mail of a channel, in the language of the operator who starts the test. */
export function testLetter(locale: Locale, to: string, id: string): Letter {
  const t = noticeTranslator(locale, 'notices.mail');
  const paragraph = { title: t('test.title'), detail: t('test.detail'), link: null };
  const body = mailBody({ locale, subject: paragraph.title, paragraphs: [paragraph] });
  return { id, to, thread: null, ...body };
}

export function testHook({ form }: HookChannel, locale: Locale, id: string): HookMessage {
  const t = noticeTranslator(locale, 'notices.mail');
  const [title, text] = [t('test.title'), `${t('test.title')} — ${t('test.detail')}`];
  return { id, body: form === 'chat' ? { text } : { id, event: 'test', title, text, at: databaseIso() } };
}

/** The message posted to a webhook; null when its step no longer exists. */
export async function hookOf(channel: HookChannel, row: MessageRow): Promise<HookMessage | null> {
  const [step] = await stepsOf(row.items);
  if (step === undefined) return null;
  const { title, detail, link } = paragraphOf(channel.locale, step);
  const named = `${step.account === null ? '' : `[${step.account.name}] `}${title}`;
  const text = [named, detail, link?.url ?? ''].filter((part) => part !== '').join(' — ');
  if (channel.form === 'chat') return { id: row.id, body: { text } };
  const { event, cause, facts } = step;
  const account = step.account?.slug ?? null;
  const message = { id: row.id, event, step: step.step, cause, account, at: step.at.toISOString() };
  return { id: row.id, body: { ...message, title, text, url: link?.url ?? null, facts } };
}

function paragraphOf(locale: Locale, step: Step): Paragraph {
  const link = linkOf(locale, step, step.account);
  return {
    ...renderNotification(locale, step),
    link: link && { url: `${settings().url}${link.path}`, word: link.word },
  };
}

function latest(steps: readonly Step[]): Step[] {
  const last = new Map(steps.map((step) => [step.cause, step.seq]));
  return steps.filter(({ cause, seq }) => last.get(cause) === seq);
}

async function stepsOf(items: MessageRow['items']): Promise<Step[]> {
  if (items.length === 0) return [];
  const these = items.map(({ cause, step }) => and(eq(noticeSteps.cause, cause), eq(noticeSteps.step, step)));
  const steps = await db()
    .select()
    .from(noticeSteps)
    .where(or(...these))
    .orderBy(noticeSteps.seq);
  const named = await accountsNamed(steps.map(({ accountId }) => accountId));
  return steps.map((step) => ({ ...step, account: named.get(step.accountId ?? '') ?? null }));
}

/** Slug, name and kind of accounts by id, removed ones included. */
export async function accountsNamed(ids: readonly (string | null)[]) {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map<string, Named>();
  const rows = await db()
    .select({ id: accounts.id, slug: accounts.slug, name: accounts.name, kind: accounts.kind })
    .from(accounts)
    .where(inArray(accounts.id, known));
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}
