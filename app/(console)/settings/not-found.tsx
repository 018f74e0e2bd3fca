import { useTranslations } from 'next-intl';
import { RoleMissing } from '#components/app-shell/page-fallbacks.tsx';

export default function SettingsNotFound() {
  const t = useTranslations('shell.nav');
  return <RoleMissing page={t('settings')} permission="manage" />;
}
