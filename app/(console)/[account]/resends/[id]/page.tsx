import { ResendView } from '#components/resends/page/resend-view.tsx';
import { resendOptions } from '#lib/resends/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'resends',
  title: 'resends.title',
  needs: 'resends',
  // The browser fetches its items.
  read: ({ slug, id }) => [resendOptions(slug, id)],
  view: ({ id }) => <ResendView id={id} />,
});
export default Page;
