import { useTranslations } from 'next-intl';
import { RoleMissing } from '#components/app-shell/absent-page.tsx';

export default function SettingsNotFound() {
  const t = useTranslations('shell.nav');
  return <RoleMissing page={t('settings')} permission="manage" />;
}
