import { useTranslations } from 'next-intl';
import { RecordSkeleton } from '#components/ui/drawer.tsx';
import { loadingPage } from '../../../page-of.tsx';

function Waiting() {
  const t = useTranslations('customers');
  return <RecordSkeleton title={t('title')} label={t('history.loading')} />;
}

export default loadingPage('customers', <Waiting />);
