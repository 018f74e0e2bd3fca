import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { EndedLink } from '#lib/team/contract.ts';

type Props = { purpose: 'invitation' | 'reset'; told: EndedLink | null };

/** A link that can be used no more: since when, and whom to ask for another, in words that can be sent as they are. */
export function LinkEnded({ purpose, told }: Props) {
  const t = useTranslations('invitation.ended');
  const forgotten = told?.purpose === 'forgotten';
  return (
    <>
      <h1 className="flex items-center gap-2">
        <Icon name="barred" tone="idle" />
        {t(purpose)}
      </h1>
      <p>
        {told !== null &&
          t.rich(told.used ? 'usedAt' : 'endedAt', {
            at: () => (
              <b key="at">
                <Instant at={told.endedAt} variant="minute" />
              </b>
            ),
          })}{' '}
        {t('words')}
      </p>
      <ul className="grid gap-3">
        <li className="flex items-start gap-2">
          <Icon name="check" tone="ok" />
          <span className="flex-1">
            {t(`usedTitle.${purpose}`)}
            <small className="block text-xs text-ink-3">{t('usedWords')}</small>
          </span>
          <Link href="/sign-in">{t('signIn')}</Link>
        </li>
        <li className="flex items-start gap-2">
          <Icon name="mail" />
          <span className="flex-1">
            {t('unusedTitle')}
            <small className="block text-xs text-ink-3">
              {forgotten ? t('unusedOwn') : told?.by ? t('unusedBy', { name: told.by }) : t('unusedWords')}
            </small>
          </span>
          {forgotten && <Link href="/forgotten">{t('askAgain')}</Link>}
        </li>
      </ul>
      {!forgotten && <Request purpose={purpose} told={told} />}
    </>
  );
}

/** Text to send to a person who can give another link: never the link itself. */
function Request({ purpose, told }: Props) {
  const t = useTranslations('invitation.ended');
  const locale = useLocale() as Locale;
  const first = told?.by?.split(' ')[0];
  const text =
    told === null
      ? t(`ask.${purpose}`)
      : t(`askOf.${purpose}`, {
          name: first ?? '',
          named: first === undefined ? 'no' : 'yes',
          email: told.email ?? '–',
          at: formatInstant(locale, told.endedAt, 'minute'),
        });
  return (
    <>
      <CopyButton value={text} main>
        {first === undefined ? t('copy') : t('copyFor', { name: first })}
      </CopyButton>
      <p className="text-xs text-ink-3">{t(told === null ? 'copiesLittle' : 'copies')}</p>
    </>
  );
}
