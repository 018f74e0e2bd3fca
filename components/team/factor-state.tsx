import { useTranslations } from 'next-intl';
import { Status } from '#components/ui/status.tsx';
import type { Person } from '#lib/team/queries.ts';

/** Second factor of this person beside the password; single sign-on brings its own. */
export function FactorState({ person }: { person: Pick<Person, 'secondFactor' | 'signOn' | 'state'> }) {
  const t = useTranslations('team.factors');
  const { secondFactor, signOn, state } = person;
  if (state === 'invited')
    return (
      <Status kind="idle" calm>
        {t('later')}
      </Status>
    );
  if (signOn === 'oidc') return <Status kind="ok">{t('oidc')}</Status>;
  if (secondFactor === 'none') return <Status kind="warn">{t('none')}</Status>;
  return (
    <Status kind="ok" calm>
      {secondFactor.map((factor) => t(factor)).join(', ')}
    </Status>
  );
}
