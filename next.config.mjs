import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/core/i18n/request.ts',
  experimental: {
    // Messages are parsed at build time, so neither browser nor server needs the parser.
    messages: { path: './messages', format: 'json', locales: ['pt-BR', 'en'], precompile: true },
  },
});

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
// The policy of everything but pages, which have their own with a nonce (`proxy.ts`). Route handlers cannot
// replace these headers in Next.
const FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

const headersOf = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  typedRoutes: false,
  // Images are not resized, so `/_next/image` answers no request.
  images: { unoptimized: true },
  headers: async () => [
    { source: '/:path*', headers: headersOf(SECURITY_HEADERS) },
    { source: '/(api|_next)/:path*', headers: headersOf({ 'content-security-policy': FILE_POLICY }) },
    // The icon has inline styles.
    {
      source: '/icon.svg',
      headers: headersOf({ 'content-security-policy': `${FILE_POLICY}; style-src 'unsafe-inline'` }),
    },
  ],
  // Native packages and those that load workers must stay outside the bundle.
  serverExternalPackages: [
    '@cantoo/fontkit',
    '@electric-sql/pglite',
    '@node-rs/argon2',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/sdk-node',
    '@opentelemetry/sdk-trace',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-pt-br',
    'nodemailer',
    'pg',
    'undici',
    'pino',
    'prom-client',
  ],
  // `npm run verify` checks types; doing it again in the build would only slow the first start.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ['radix-ui'],
    // Each page is loaded at its first request, because preloading all of them would delay the first.
    preloadEntriesOnStart: false,
  },
};

export default withNextIntl(config);
