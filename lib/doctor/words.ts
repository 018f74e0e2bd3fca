import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';

/** A translator of the namespace `doctor`: the page's or the command line's. */
export type Words = {
  (key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
};
type Check = DoctorReport['checks'][number];

/** Words for a finding and, where somebody can act, for the remedy. Instants become São Paulo days. */
export function wordsOfCheck({ says, facts, id }: Check, t: Words, locale: Locale) {
  const values = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name === 'validTo'
        ? formatInstant(locale, value, 'long-day')
        : name === 'capabilities'
          ? capabilityWords(String(value), t)
          : value,
    ]),
  );
  const todo = `todo.${says}`;
  return {
    title: t(`checks.${id}`),
    found: t(`says.${says}`, values),
    todo: t.has(todo) ? t(todo, values) : null,
  };
}

/** `a, a-create, b` in words; where the whole is missing, its halves need no mention. */
function capabilityWords(list: string, t: Words): string {
  const names = list.split(', ');
  return names
    .filter((name) => !names.some((whole) => name.startsWith(`${whole}-`)))
    .map((name) => (t.has(`capabilities.${name}`) ? t(`capabilities.${name}`) : name))
    .join(', ');
}

/** Of an answer that was not understood: what it did not tell. */
export const lackWords = ({ missing = [] }: DoctorReport['answers'][number], t: Words): string | null =>
  missing.length === 0
    ? null
    : `${t('lacks.said')} ${missing.map((one) => t(`lacks.of.${one}`)).join(', ')}.`;

/** The report as plain lines: every check with its word, its code and what to do, then each field not read. */
export function linesOf(slug: string, report: DoctorReport, t: Words, locale: Locale): string[] {
  const checks = report.checks.flatMap((check) => {
    const { title, found, todo } = wordsOfCheck(check, t, locale);
    const code = check.code === null ? '' : ` (${check.code})`;
    const line = `[${t(`states.${check.state}`)}] ${title}: ${found}${code}`;
    return todo === null || check.state === 'ok' ? [line] : [line, `    ${todo}`];
  });
  const unread = report.unread.map(
    ({ route, field, why, count, of }) =>
      `    ${route} · ${field}: ${t(`unread.${why}`)}, ${t('unread.count', { count, of })}`,
  );
  const lacking = report.answers.flatMap((answer) => {
    const said = lackWords(answer, t);
    return said === null ? [] : [`    ${answer.route} · ${said}`];
  });
  const fresh = report.answers
    .filter(({ unknown }) => unknown.length > 0)
    .map(({ route, unknown }) => `    ${route} · ${t('unread.new')} ${unknown.join(', ')}`);
  return [`${slug} · ${report.at}`, ...checks, ...lacking, ...unread, ...fresh];
}
