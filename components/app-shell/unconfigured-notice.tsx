import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';

/** On every page of an account whose variables are absent on this instance. */
export function UnconfiguredNotice() {
  const t = useTranslations('shell.unconfigured');
  return (
    <Callout tone="warn" icon="key" variant="banner" role="status" title={t('title')}>
      {t('description')}
    </Callout>
  );
}
