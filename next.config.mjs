import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  experimental: {
    // Messages are parsed while building: neither browser nor server carries the parser.
    messages: { path: './messages', format: 'json', locales: ['pt-BR', 'en'], precompile: true },
  },
});

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  typedRoutes: false,
  // Native and worker-loading packages must stay outside the bundle.
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@node-rs/argon2',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-pt-br',
    'nodemailer',
    'pg',
    'undici',
    'pino',
  ],
  // Type checking is `npm run verify`'s; doing it again in the build would only slow the first start.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ['radix-ui'],
    // All pages at once would keep the first one waiting; each is loaded when it is asked for.
    preloadEntriesOnStart: false,
  },
};

export default withNextIntl(config);
