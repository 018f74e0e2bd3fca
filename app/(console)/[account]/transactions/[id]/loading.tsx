import { useTranslations } from 'next-intl';
import { RecordWaiting } from '#components/ui/drawer.tsx';

export default function Loading() {
  const t = useTranslations('transactions');
  return <RecordWaiting title={t('kind.other')} words={t('detail.loading')} />;
}
