import { dirname } from 'node:path';

/** @type {import('next').NextConfig} */
export default { poweredByHeader: false, turbopack: { root: dirname(dirname(import.meta.dirname)) } };
