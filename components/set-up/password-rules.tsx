import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { isMadeOfOwn, lengthOf } from '#lib/auth/password-rules.ts';

export type Typed = { name: string; email: string; password: string; again: string };
type Props = {
  typed: Typed;
  least: number;
  twice: boolean;
  /** The server found it among what is easy to guess. */
  guessable: boolean;
};

/** Rules of a password, ticked while it is typed; only the server can say that it is in no list. */
export function PasswordRules({ typed, least, twice, guessable }: Props) {
  const t = useTranslations('set-up');
  const { password, again } = typed;
  const begun = password !== '';
  const rules = [
    { id: 'length', state: lengthOf(password) >= least ? 'met' : 'unmet' },
    { id: 'own', state: !begun ? 'unmet' : isMadeOfOwn(password, typed) ? 'failed' : 'met' },
    { id: 'known', state: guessable ? 'failed' : 'unmet' },
    ...(twice ? [{ id: 'same', state: begun && password === again ? 'met' : 'unmet' } as const] : []),
  ] as const;
  return (
    <ul className="grid gap-1 text-xs" aria-label={t('rules.label')}>
      {rules.map(({ id, state }) => (
        <li key={id} className="flex items-start gap-2">
          <Icon {...LOOKS[state]} />
          <span className={state === 'failed' ? 'text-danger-ink' : 'text-ink-2'}>
            {t(`rules.${id}`, { least })}
            <span className="sr-only">: {t(`rules.${state}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const LOOKS = {
  met: { name: 'check', tone: 'ok' },
  unmet: { name: 'pending', tone: 'idle' },
  failed: { name: 'octagon', tone: 'danger' },
} as const;
