import { useTranslations } from 'next-intl';
import { RecordSkeleton } from '#components/ui/drawer.tsx';
import { loadingPage } from '../../../page-of.tsx';

function Waiting() {
  const t = useTranslations('closings');
  return <RecordSkeleton title={t('title')} label={t('loading')} />;
}

export default loadingPage('closings', <Waiting />);
