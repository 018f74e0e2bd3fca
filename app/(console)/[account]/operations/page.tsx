import { OperationsView } from '#components/operations/operations-view.tsx';
import { operationsList, statesOf } from '#lib/operations/operations.list.ts';
import { endedOperationsOptions, openOperationsOptions } from '#lib/operations/queries.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import { accountPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'operations',
  title: 'operations.title',
  views: 'operations',
  read: async ({ slug, search }) => {
    const filters = await operationsList.load(search);
    const { ended } = statesOf(filters);
    // A page that shows no ended operations still takes its kinds from all of them.
    const states = ended.length === 0 ? ENDED_STATES : ended;
    return [
      openOperationsOptions(slug, filters.kind ?? [], filters),
      endedOperationsOptions(slug, { ...filters, states }),
    ];
  },
  view: () => <OperationsView />,
});
export default Page;
