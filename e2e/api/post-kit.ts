import { startMail, startReceiver } from '#lib/notifications/server/testing/post.ts';
import { test as base } from './payment-kit.ts';

export type Post = {
  mail: Awaited<ReturnType<typeof startMail>>;
  hook: Awaited<ReturnType<typeof startReceiver>>;
};

/** Environment that lets a product send its messages to this post, soon. */
export const envOf = ({ mail }: Post) => ({
  ...{ SMTP_URL: mail.url, SMTP_FROM: 'Guichê <guiche@example.com>', GUICHE_NOTIFY_PAUSE_MS: '500' },
  GUICHE_ALLOW_PRIVATE_ADDRESSES: '1',
});

export const startPost = async (): Promise<Post> => ({
  mail: await startMail(),
  hook: await startReceiver(),
});

/** Payments beside a real mail server and a real receiver; the file's product is told of them by `more`. */
export const test = base.extend<object, { post: Post }>({
  post: [
    async ({ playwright: _ }, use) => {
      const post = await startPost();
      await use(post);
      await Promise.all([post.mail.stop(), post.hook.stop()]);
    },
    { scope: 'worker' },
  ],
});
