import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/data/schema/*.ts',
  out: './lib/data/migrations',
});
