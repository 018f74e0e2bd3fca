import { expect, it } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { PeriodForm } from '#components/list/filters/period-chip.tsx';
import { QuietPanel } from '#components/notifications/channels-view.tsx';
import { DaysFields } from '#components/reports/new-report.tsx';
import { PeriodFields } from '#components/resends/sheet/choose-step.tsx';
import { EMPTY_SCOPE_FORM } from '#lib/resends/choice.ts';
import { DateField, TimeField } from './date-field.tsx';

const nothing = () => undefined;
const field = (value: string, more: { max?: string; error?: string } = {}) => (
  <DateField label="De" value={value} onChange={nothing} aria-describedby="rule" {...more} />
);

it('P9: a day stands as the language writes it', () => {
  expect(shown(field('2026-11-20')).markup).toMatch(/placeholder="dd\/mm\/aaaa"[^>]*value="20\/11\/2026"/);
  const english = shown(field('2026-11-20'), { locale: 'en' }).markup;
  expect(english).toMatch(/placeholder="mm\/dd\/yyyy"[^>]*value="11\/20\/2026"/);
  expect(english).toContain('aria-label="Calendar: De"');
  expect(english).toContain('aria-describedby="rule"');
  expect(english).not.toContain('aria-invalid="true"');
});

it('P9: text that is no day stays, and its error is shown at the field before any other', () => {
  for (const typed of ['20/11', '31/02/2026', 'ontem']) {
    const { markup, text } = shown(field(typed, { error: 'Outra' }));
    expect(markup).toContain(`value="${typed}"`);
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).not.toContain('aria-describedby="rule"');
    expect(text).toContain('Não é uma data: digite como 20/11/2026.');
    expect(text).not.toContain('Outra');
  }
  expect(shown(field('20/11'), { locale: 'en' }).text).toContain('Not a date: write it as 11/20/2026.');
  expect(shown(field('2026-11-21', { max: '2026-11-20' })).text).toContain('Este dia ainda não chegou.');
  expect(shown(field('2026-11-20', { max: '2026-11-20', error: 'Outra' })).text).toContain('Outra');
});

it('P9: a time of day likewise', () => {
  const time = (value: string) => <TimeField label="Das" value={value} onChange={nothing} />;
  expect(shown(time('22:00')).markup).toContain('value="22:00"');
  expect(shown(time('22:00')).markup).not.toContain('aria-invalid="true"');
  expect(shown(time('25:00')).text).toContain('Não é uma hora: digite como 22:00.');
  expect(shown(time('25:00'), { locale: 'en' }).text).toContain('Not a time: write it as 22:00.');
});

const period = (from: string, to: string) => (
  <PeriodForm span={{ from, to }} today="2026-11-28" onApply={nothing} />
);
const isOff = (markup: string) => /<button[^>]*type="submit"[^>]* disabled=""/.test(markup);

it('P9: bounds in the wrong order are an error, and nothing can be applied', () => {
  const crossed = shown(period('2026-11-20', '2026-11-19'));
  expect(crossed.text).toContain('O início vem depois do fim.');
  expect(isOff(crossed.markup)).toBe(true);
  const future = shown(period('2026-12-01', '2026-12-02'));
  expect(future.text).toContain('Este dia ainda não chegou.');
  expect(isOff(future.markup)).toBe(true);
  expect(isOff(shown(period('2026-11-19', '2026-11-20')).markup)).toBe(false);
});

it('P9: the resend’s form keeps what was typed, an instant is its day', () => {
  const fields = (from: string) => (
    <PeriodFields
      choice={{ ...EMPTY_SCOPE_FORM, what: 'filter', from, to: '2026-11-28' }}
      onChange={nothing}
    />
  );
  expect(shown(fields('20/11')).markup).toContain('value="20/11"');
  expect(shown(fields('20/11')).text).toContain('Não é uma data');
  expect(shown(fields('2026-11-20')).markup).toContain('value="20/11/2026"');
  expect(shown(fields('2026-11-20T02:00:00.000Z')).markup).toContain('value="19/11/2026"');
});

it('P9: no form has a date field of the browser, in whose language it would be', () => {
  const quiet = { on: true, from: '22:00', to: '08:00', days: 'every' as const };
  for (const node of [
    period('2026-11-19', '2026-11-20'),
    <PeriodFields key="r" choice={{ ...EMPTY_SCOPE_FORM, what: 'filter' }} onChange={nothing} />,
    <DaysFields key="d" from="2026-11-19" to="2026-11-20" error={null} onChange={nothing} />,
    <QuietPanel key="q" quiet={quiet} />,
  ])
    for (const locale of ['pt-BR', 'en'] as const)
      expect(shown(node, { locale }).markup).not.toMatch(/type="(date|time|datetime-local)"/);
});
