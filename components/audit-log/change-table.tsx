'use client';

import { useTranslations } from 'next-intl';
import type { AuditPage } from '#lib/audit-log/queries.ts';
import { fieldChanges } from '#lib/audit-log/rules.ts';
import { formatBrl } from '#lib/core/money.ts';

type Props = { before: unknown; after: unknown; people: AuditPage['people'] };

const table = [
  'w-full table-fixed border border-line [&_thead_th]:bg-sunken [&_thead_th]:text-(length:--text-xs) [&_thead_th]:text-ink-2',
  '[&_:is(th,td)]:border-line [&_:is(th,td)]:border-b [&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1 [&_:is(th,td)]:text-start',
  '[&_:is(th,td)]:align-top [&_th]:font-normal [&_:is(th,td)]:wrap-anywhere [&_:is(th,td)]:whitespace-normal',
  '[&_tbody_tr:last-child>*]:border-b-0',
].join(' ');

/** The stored values before and after a change. */
export function ChangeTable({ before, after, people }: Props) {
  const t = useTranslations('audit.drawer');
  const fieldWords = useFieldLabels();
  const value = useValueLabels(people);
  const changes = fieldChanges(before, after);
  if (changes.length === 0) return null;
  const both = before !== null;
  return (
    <section>
      <h3 className="mb-2">{t(both ? 'change' : 'written')}</h3>
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            {both && <th scope="col">{t('before')}</th>}
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((one) => {
            const same = both && JSON.stringify(one.before) === JSON.stringify(one.after);
            return (
              <tr key={one.field}>
                <th scope="row">{fieldWords(one.field)}</th>
                {both && (
                  <td className={!same && one.before !== undefined ? 'text-ink-2 line-through' : undefined}>
                    {value(one.field, one.before)}
                  </td>
                )}
                <td className={both && !same ? 'font-semibold' : undefined}>
                  {same ? t('same') : value(one.field, one.after)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-1.5 text-xs text-ink-3">{t('masked')}</p>
    </section>
  );
}

/** Label of a field; a nested one shows its path, one without a label its name. */
function useFieldLabels(): (field: string) => string {
  const t = useTranslations('audit.field');
  return (field) =>
    (field === '' ? ['list'] : field.split('.'))
      .map((name) => (t.has(name) ? t(name as 'amount') : name))
      .join(' · ');
}

const CENTS = /(?:^|\.)(?:amount|amountBefore|approvalAbove|approvalAboveDaily)$/;

function useValueLabels(people: Props['people']): (field: string, value: unknown) => string {
  const t = useTranslations('audit.value');
  const say = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none');
    if (typeof value === 'boolean') return t(value ? 'true' : 'false');
    if (typeof value === 'number' && CENTS.test(field)) return formatBrl(value);
    if (Array.isArray(value))
      return value.length === 0 ? t('none') : value.map((each) => say(field, each)).join(', ');
    if (typeof value === 'object') return JSON.stringify(value);
    return people.find(({ id }) => id === value)?.name ?? String(value);
  };
  return say;
}
