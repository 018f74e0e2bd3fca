import { notFound } from 'next/navigation';
import { SandboxPage } from '#components/sandbox/sandbox-page.tsx';
import { prefetchSimulator } from '#lib/sandbox/server/get-simulator.ts';
import { accountPage } from '../../page-of.tsx';

const page = accountPage({
  segment: 'sandbox',
  title: 'sandbox.title',
  permission: 'simulate',
  admit: ({ account }) => {
    if (!account.simulator) notFound();
  },
  read: ({ ctx }) => prefetchSimulator({ ctx }),
  view: ({ account }) => <SandboxPage account={account} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
