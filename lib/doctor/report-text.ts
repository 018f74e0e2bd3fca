import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';

/** A translator of the namespace `doctor`, of the page or of the command line. */
export type DoctorTranslator = {
  (key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
};

/** Title, finding and, when somebody can act, remedy of a check. Instants become São Paulo days. */
export function checkLabels(
  { says, facts, id }: DoctorReport['checks'][number],
  t: DoctorTranslator,
  locale: Locale,
) {
  const values = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name === 'validTo'
        ? formatInstant(locale, value, 'long-day')
        : name === 'capabilities'
          ? capabilityLabels(String(value), t)
          : value,
    ]),
  );
  const hint = `hint.${says}`;
  return {
    title: t(`checks.${id}`),
    found: t(`says.${says}`, values),
    hint: t.has(hint) ? t(hint, values) : null,
  };
}

/** Translates `a, a-create, b`. A missing `a` makes `a-create` redundant, so it is omitted. */
function capabilityLabels(list: string, t: DoctorTranslator): string {
  const names = list.split(', ');
  return names
    .filter((name) => !names.some((whole) => name.startsWith(`${whole}-`)))
    .map((name) => (t.has(`capabilities.${name}`) ? t(`capabilities.${name}`) : name))
    .join(', ');
}

/** For an unreadable answer: a sentence with what it lacks; null when nothing. */
export const missingSentence = (
  { missing = [] }: DoctorReport['answers'][number],
  t: DoctorTranslator,
): string | null =>
  missing.length === 0
    ? null
    : `${t('lacks.intro')} ${missing.map((one) => t(`lacks.of.${one}`)).join(', ')}.`;

/** The report as plain lines: each check with state, code and remedy, then each unread field. */
export function linesOf(slug: string, report: DoctorReport, t: DoctorTranslator, locale: Locale): string[] {
  const checks = report.checks.flatMap((check) => {
    const { title, found, hint } = checkLabels(check, t, locale);
    const code = check.code === null ? '' : ` (${check.code})`;
    const line = `[${t(`states.${check.state}`)}] ${title}: ${found}${code}`;
    return hint === null || check.state === 'ok' ? [line] : [line, `    ${hint}`];
  });
  const unread = report.unread.map(
    ({ route, field, why, count, of }) =>
      `    ${route} · ${field}: ${t(`unread.${why}`)}, ${t('unread.count', { count, of })}`,
  );
  const lacking = report.answers.flatMap((answer) => {
    const missing = missingSentence(answer, t);
    return missing === null ? [] : [`    ${answer.route} · ${missing}`];
  });
  const fresh = report.answers
    .filter(({ unknown }) => unknown.length > 0)
    .map(({ route, unknown }) => `    ${route} · ${t('unread.new')} ${unknown.join(', ')}`);
  return [`${slug} · ${report.at}`, ...checks, ...lacking, ...unread, ...fresh];
}
