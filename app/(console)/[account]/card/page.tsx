import { CardView } from '#components/card/card-view.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { cardChargesOptions, connectionOptions, recurrenceOptions } from '#lib/card/queries.ts';
import { accountPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'card',
  title: 'card.title',
  needs: 'card',
  views: 'card',
  read: async ({ slug, search }) => {
    const filters = await cardChargesList.load(search);
    const { recurrenceId } = filters;
    return [
      cardChargesOptions(slug, filters),
      connectionOptions(slug),
      recurrenceId !== null && recurrenceOptions(slug, recurrenceId),
    ];
  },
  view: () => <CardView />,
});
export default Page;
