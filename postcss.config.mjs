/** Tailwind reads the sources named in app/globals.css. */
export default { plugins: { '@tailwindcss/postcss': {} } };
