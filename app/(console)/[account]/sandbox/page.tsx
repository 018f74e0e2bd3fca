import { notFound } from 'next/navigation';
import { SandboxPage } from '#components/sandbox/sandbox-page.tsx';
import { simulatorQuery } from '#lib/sandbox/queries.ts';
import { accountPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'sandbox',
  title: 'sandbox.title',
  permission: 'simulate',
  admit: ({ account }) => {
    if (!account.simulator) notFound();
  },
  read: ({ slug }) => [simulatorQuery(slug)],
  view: ({ account }) => <SandboxPage account={account} />,
});
export default Page;
