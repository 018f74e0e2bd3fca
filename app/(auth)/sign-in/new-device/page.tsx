import { NewDevice } from '#components/sign-in/new-device.tsx';
import { pageSession } from '#lib/api/page.ts';
import { newDevicePage } from '#lib/session/server/sign-in-page.ts';
import { titleOf } from '../../../page-messages.tsx';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = titleOf('sign-in.newDevice.title');

/** The last page of the second sign-in step. */
export default async function NewDevicePage({ searchParams }: Props) {
  return <NewDevice {...(await newDevicePage(await pageSession(), await searchParams))} />;
}
