import { ResendsView } from '#components/resends/resends-view.tsx';
import { resendsOptions } from '#lib/resends/queries.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'resends',
  title: 'resends.title',
  needs: 'resends',
  views: 'resends',
  read: async ({ slug, search }) => [resendsOptions(slug, await resendsList.load(search))],
  view: () => <ResendsView />,
});
export default Page;
