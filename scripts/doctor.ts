import { type DoctorTranslator, linesOf } from '#lib/doctor/report-text.ts';
import type { Examination } from '#lib/doctor/server/examine.ts';
import { endWith, locale, Plain, runCommand, translatorOf } from './command.ts';

async function main(slug: string | null): Promise<number> {
  const { examined, slugs } = await runCommand<Examination>('doctor', { slug });
  const t = translatorOf<DoctorTranslator>('doctor');
  if (examined.length === 0)
    throw new Plain(
      slug === null || slugs.length === 0
        ? t('cli.none')
        : t('cli.unknown', { slug, slugs: slugs.join(', ') }),
    );
  for (const { slug: of, report } of examined) {
    process.stdout.write(`${linesOf(of, report, t, locale()).join('\n')}\n\n`);
  }
  const bad = examined.filter(({ report }) =>
    report.checks.some(({ state }) => state === 'fails' || state === 'waits'),
  );
  process.stdout.write(`${t('cli.end', { accounts: examined.length, bad: bad.length })}\n`);
  return bad.length === 0 ? 0 : 1;
}

endWith(main(process.argv[2] ?? null));
