import { FirstDayView } from '#components/first-day/first-day-view.tsx';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  title: 'first-day.title',
  permission: 'manage',
  view: () => <FirstDayView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
