import { redirect } from 'next/navigation';
import { settingsStart } from '#components/app-shell/nav.ts';
import { pageOperator } from '#lib/api/page.ts';

export default async function SettingsPage() {
  redirect(settingsStart([...(await pageOperator()).permissions]));
}
