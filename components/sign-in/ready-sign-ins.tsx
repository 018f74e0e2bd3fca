import { useTranslations } from 'next-intl';
import { FormSecrets, SIGN_IN_ACTION } from '#components/app-shell/auth-layout.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { ReadySignIn } from './sign-in.tsx';

type Props = { csrfToken: string; callbackUrl: string; people: readonly ReadySignIn[] };

/** The simulator's open doors: each row is a small form of its own. */
export function ReadySignIns({ people, ...secrets }: Props) {
  const t = useTranslations('sign-in.ready');
  const [first] = people;
  return (
    <section
      className="grid content-start gap-2 border-line border-l bg-surface px-5 pt-5 pb-4 max-wide:border-t max-wide:border-l-0"
      aria-labelledby="ready-sign-ins"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 id="ready-sign-ins">{t('title')}</h2>
        {first && (
          <span className="cap ml-auto flex items-center gap-1">
            {t('samePassword')} <span className="mono text-xs">{first.password}</span>
            <CopyButton value={first.password} label={t('copyPassword')} />
          </span>
        )}
      </div>
      <ul>
        {people.map((person, index) => (
          <Row key={person.email} person={person} main={index === 0} {...secrets} />
        ))}
      </ul>
      <Callout tone="warn" variant="thin">
        {t('vanish')}
      </Callout>
    </section>
  );
}

type RowProps = { person: ReadySignIn; main: boolean; csrfToken: string; callbackUrl: string };

function Row({ person, main, ...secrets }: RowProps) {
  const t = useTranslations('sign-in.ready');
  const role = useTranslations('shell.roles')(person.role);
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)_max-content] items-center gap-x-3 border-line py-1.5 not-last:border-b max-wide:grid-cols-[minmax(0,1fr)_max-content]">
      <b>{role}</b>
      <div className="min-w-0">
        <span className="mono block truncate">{person.email}</span>
        <small className="block text-ink-3 text-xs">{t(`can.${person.role}`)}</small>
      </div>
      <form className="max-wide:[grid-area:1/2/3/3]" method="post" action={SIGN_IN_ACTION}>
        <FormSecrets {...secrets} />
        <input type="hidden" name="email" value={person.email} />
        <input type="hidden" name="password" value={person.password} />
        <Button
          type="submit"
          size="sm"
          aria-label={t('enterAs', { role })}
          {...(main && { variant: 'main' })}
        >
          {t('enter')}
        </Button>
      </form>
    </li>
  );
}
