import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts');

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  typedRoutes: false,
  // Native and worker-loading packages must stay outside the bundle.
  serverExternalPackages: ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'undici', 'pino'],
  // Type checking is `npm run verify`'s; doing it again in the build would only slow the first start.
  typescript: { ignoreBuildErrors: true },
  experimental: { optimizePackageImports: ['radix-ui'] },
};

export default withNextIntl(config);
