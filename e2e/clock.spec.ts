import type { Locator, Page } from '@playwright/test';
import { addDays, formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { expect, test } from './own-product.ts';
import { DISPUTES } from './support/disputes.ts';
import { MANY_ROWS } from './support/provider.ts';
import { shiftDate } from './support/shifted-date.ts';

test.use({ more: MANY_ROWS });

test.describe.configure({ timeout: 180_000 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CLOCKS = [
  { by: -5 * HOUR, pt: '5 h 0 min atrasado', en: '5 h 0 min behind' },
  { by: 3 * HOUR, pt: '3 h 0 min adiantado', en: '3 h 0 min ahead' },
  { by: 11 * HOUR, pt: '11 h 0 min adiantado', en: '11 h 0 min ahead' },
  { by: 70 * MINUTE, pt: '1 h 10 min adiantado', en: '1 h 10 min ahead' },
];
const WORDS = {
  'pt-BR': {
    deadline: 'Prazo',
    refresh: 'Atualizar',
    today: 'hoje',
    tomorrow: 'amanhã',
    period: /^Período: /,
    preset: 'Hoje',
    ifNow: ', se criada agora',
    notice: (by: string) => `O relógio deste computador está ${by}.`,
  },
  en: {
    deadline: 'Deadline',
    refresh: 'Read again',
    today: 'today',
    tomorrow: 'tomorrow',
    period: /^Period: /,
    preset: 'Today',
    ifNow: ', if created now',
    notice: (by: string) => `This computer’s clock is ${by}.`,
  },
};

async function speaks(page: Page, locale: Locale, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url }]);
}

/** Minutes that are said to be left: '9 h 58 min'. */
async function minutesLeft(shown: Locator): Promise<number> {
  const [, hours, minutes] = /(\d+) h (\d+) min/.exec(await shown.innerText()) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

for (const { by, pt, en } of CLOCKS)
  for (const locale of ['pt-BR', 'en'] as const)
    test(`P13: a clock ${en}: deadlines, today and expiries are the server's (${locale})`, async ({
      signedIn,
      api,
      dispute,
      product,
    }) => {
      const words = WORDS[locale];
      const { id } = await dispute({ hours: 10 });
      const page = await signedIn('admin');
      await shiftDate(page, by);
      await speaks(page, locale, product.url);

      await page.goto('/pix/disputes');
      await expect(page.getByText(words.notice(locale === 'en' ? en : pt))).toBeVisible();
      await page.getByRole('button', { name: words.refresh }).click();
      const row = page.locator(`[data-id="${id}"]`);
      await expect(row).toContainText(/\d+ h \d+ min/);
      const queued = await minutesLeft(row);
      const { dispute: read } = (await (await (await api('admin')).get(`${DISPUTES}/${id}`)).json()) as {
        dispute: { deadline: string };
      };
      const right = (Date.parse(read.deadline) - Date.now()) / MINUTE;
      expect(Math.abs(queued - right)).toBeLessThanOrEqual(2);

      await page.goto(`/pix/disputes/${id}`);
      const clock = page.getByRole('region', { name: words.deadline, exact: true });
      await expect(clock).toContainText(/\d+ h \d+ min/);
      expect(Math.abs((await minutesLeft(clock)) - queued)).toBeLessThanOrEqual(2);
      const today = saoPauloDay(Date.now());
      const due = saoPauloDay(read.deadline);
      const day = due === today ? words.today : due === addDays(today, 1) ? words.tomorrow : due;
      await expect(clock).toContainText(`${day} ${formatInstant(locale, read.deadline, 'time')}`);

      await page.goto('/pix/transactions');
      await page.getByRole('button', { name: words.period }).click();
      await page.getByRole('button', { name: words.preset, exact: true }).click();
      const now = saoPauloDay(Date.now());
      await expect(page).toHaveURL(new RegExp(`from=${now}&to=${now}`));

      await page.goto('/pix/charges?open=new');
      await page.getByText('15 min', { exact: true }).click();
      const ends = [0, 1].map((late) => formatInstant(locale, Date.now() + (14 + late) * MINUTE, 'minute'));
      const ended = page.getByText(words.ifNow);
      await expect(ended).toBeVisible();
      const said = (await ended.innerText()).replace(words.ifNow, '');
      const next = formatInstant(locale, Date.now() + 15 * MINUTE, 'minute');
      expect([...ends, next]).toContain(said);
    });

test('P13: a clock that is right, or half a minute off, is not spoken of', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await shiftDate(page, 30_000);
  await page.goto('/pix/overview');
  await page.goto('/pix/disputes');
  await expect(page.getByText(/O relógio deste computador/)).toHaveCount(0);
});

const period = (page: Page) => page.getByRole('dialog', { name: 'Período' });

test('P9: a period is typed as people do; what is no day stands at its field, and nothing is applied', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('analyst');
  await page.goto('/pix/transactions');
  await page.getByRole('button', { name: /^Período: / }).click();
  const from = period(page).getByLabel('De', { exact: true });
  const to = period(page).getByLabel('Até', { exact: true });
  const apply = period(page).getByRole('button', { name: 'Aplicar' });
  await from.fill('20/11');
  await to.fill('');
  await expect(apply).toBeDisabled();
  await expect(period(page)).toContainText('Não é uma data');
  await expect(from).toHaveValue('20/11');
  await checkA11y(page);
  await from.fill('20/11/26');
  await to.fill('19/11/2026');
  await expect(from).toHaveValue('20/11/2026');
  await expect(period(page)).toContainText('O início vem depois do fim.');
  await expect(apply).toBeDisabled();
  await to.fill('21 nov 26');
  await to.press('Enter');
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-21/);
});

test('P9: a day is chosen in the calendar, by mouse and by keyboard', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('analyst');
  await page.goto('/pix/transactions?from=2026-11-10&to=2026-11-12');
  await page.getByRole('button', { name: /^Período: / }).click();
  await period(page).getByRole('button', { name: 'Calendário: Até' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendário: Até' });
  await expect(calendar.getByRole('grid', { name: /novembro 2026/i })).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(period(page).getByLabel('Até', { exact: true })).toHaveValue('13/11/2026');
  await period(page).getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/from=2026-11-10&to=2026-11-13/);
});

test('P9: the resend keeps the dates that are typed, and says which it cannot read', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/deliveries');
  await page.getByRole('button', { name: 'Reenviar…' }).click();
  const sheet = page.getByRole('complementary', { name: 'Reenviar avisos' });
  await sheet.getByText('Por filtro').click();
  await sheet.getByLabel('De', { exact: true }).fill('20/11/202');
  await sheet.getByLabel('Até', { exact: true }).fill('20/11/26');
  await expect(sheet.getByLabel('De', { exact: true })).toHaveValue('20/11/202');
  await expect(sheet.getByText('Confira as datas do período.')).toBeVisible();
  await sheet.getByLabel('De', { exact: true }).fill('2026-11-19');
  await sheet.getByLabel('Até', { exact: true }).focus();
  await expect(sheet.getByLabel('De', { exact: true })).toHaveValue('19/11/2026');
  await expect(sheet.getByText('Confira as datas do período.')).toHaveCount(0);
});
