import { DayView } from '#components/closings/day-view.tsx';
import { dayOptions } from '#lib/closings/queries.ts';
import { isDay } from '#lib/core/dates.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'closings',
  title: 'closings.dayTitle',
  permission: 'export',
  needs: 'statement',
  read: ({ slug, id: day }) => [isDay(day) && dayOptions(slug, day)],
  view: ({ id: day }) => <DayView day={day} />,
});
export default Page;
