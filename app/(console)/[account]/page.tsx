import { redirect } from 'next/navigation';

export default async function AccountHome({ params }: { params: Promise<{ account: string }> }) {
  redirect(`/${(await params).account}/overview`);
}
