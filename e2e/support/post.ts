import { startMail, startReceiver } from '#lib/notifications/server/testing/post.ts';

/** A mail server and the receiver of a webhook. */
export type Post = {
  mail: Awaited<ReturnType<typeof startMail>>;
  hook: Awaited<ReturnType<typeof startReceiver>>;
  stop: () => Promise<void>;
};

export async function startPost(): Promise<Post> {
  const [mail, hook] = await Promise.all([startMail(), startReceiver()]);
  return { mail, hook, stop: async () => void (await Promise.all([mail.stop(), hook.stop()])) };
}

/** Environment of a product that sends its e-mail to this post, soon. */
export const envOf = ({ mail }: Post) => ({
  SMTP_URL: mail.url,
  SMTP_FROM: 'Guichê <guiche@example.com>',
  GUICHE_NOTIFY_PAUSE_MS: '500',
  GUICHE_ALLOW_PRIVATE_ADDRESSES: '1',
});
