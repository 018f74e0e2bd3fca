import { ResendView } from '#components/resends/page/resend-view.tsx';
import { prefetchResend } from '#lib/resends/server/list-resends.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'resends',
  title: 'resends.title',
  needs: 'resends',
  read: ({ ctx, id }) => prefetchResend({ ctx, id }),
  view: ({ id }) => <ResendView id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
